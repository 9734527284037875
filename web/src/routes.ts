// The addresses of the page.

export type Route =
  | { page: "home" }
  | { page: "game"; game: string }
  /** A game on this device alone. */
  | { page: "two" }
  | { page: "computer" }
  | { page: "settings" }
  | { page: "puzzles" }
  | { page: "watch" }
  | { page: "inbox" }
  /** A whole game, as its text. */
  | { page: "replay"; text: string }
  | { page: "account" }
  | { page: "leaderboards" }
  /** A player's page, by username or by `id:` and the player's id. */
  | { page: "player"; player: string }
  /** A seat that somebody keeps for whoever has this link. */
  | { page: "invite"; token: string }
  | { page: "unknown" };

/** The pages whose address says nothing more than which page it is. */
const PLAIN = ["two", "computer", "account", "leaderboards", "settings", "puzzles", "watch", "inbox"] as const;

const REPLAY = /^\/replay\/([A-Za-z0-9.-]{1,1500})\/?$/;
const PLAYER = /^\/u\/([A-Za-z0-9_-]{2,20}|id:[A-Za-z0-9]{1,32})$/;
const INVITE = /^\/invite\/([^/]{1,100})\/?$/;
const GAME = /^\/g\/([A-Za-z0-9_-]{1,64})\/?$/;

export function parsePath(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  const plain = PLAIN.find((page) => path === `/${page}`);
  if (plain !== undefined) return { page: plain };
  const text = REPLAY.exec(path)?.[1];
  if (text !== undefined) return { page: "replay", text };
  const player = PLAYER.exec(path)?.[1];
  if (player !== undefined) return { page: "player", player };
  const token = INVITE.exec(path)?.[1];
  if (token !== undefined) return { page: "invite", token };
  const game = GAME.exec(path)?.[1];
  return game === undefined ? { page: "unknown" } : { page: "game", game };
}

export function gamePath(game: string): string {
  return `/g/${encodeURIComponent(game)}`;
}

export function playerPath(player: string): string {
  return `/u/${player}`;
}
