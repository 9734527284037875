// The addresses of the page. The server lists them: `doors/pages/routes.py`.

import { PAGES } from "./messages";

export type Route =
  | { page: "home" }
  | { page: "game"; game: string }
  /** A game for two people on this device. */
  | { page: "two" }
  | { page: "computer" }
  | { page: "settings" }
  /** The puzzle with this id; null is the daily puzzle. */
  | { page: "puzzles"; puzzle: string | null }
  | { page: "learn" }
  | { page: "watch" }
  /** Two computers play each other. */
  | { page: "duel" }
  /** A board to set up any position on. */
  | { page: "analysis" }
  | { page: "inbox" }
  /** Your finished games. */
  | { page: "history" }
  /** The players you follow. */
  | { page: "friends" }
  /** A whole game as text. */
  | { page: "replay"; text: string }
  | { page: "account" }
  | { page: "leaderboards" }
  /** Reports and players, for moderators. */
  | { page: "moderation" }
  /** A player's page, by username, or by `id:` followed by the player's id. */
  | { page: "player"; player: string }
  /** An invitation for the first person to open this link. */
  | { page: "invite"; token: string }
  | { page: "unknown" };

const REPLAY = /^\/replay\/([A-Za-z0-9.-]{1,1500})\/?$/;
const PLAYER = /^\/u\/([A-Za-z0-9_-]{2,20}|id:[A-Za-z0-9]{1,32})$/;
const INVITE = /^\/invite\/([^/]{1,100})\/?$/;
const PUZZLE = /^\/puzzles(?:\/([a-z0-9-]{1,40}))?\/?$/;
const GAME = /^\/g\/([A-Za-z0-9_-]{1,64})\/?$/;

export function parsePath(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  const puzzle = PUZZLE.exec(path);
  if (puzzle !== null) return { page: "puzzles", puzzle: puzzle[1] ?? null };
  const plain = PAGES.find((page) => path === `/${page}`);
  if (plain !== undefined && plain !== "puzzles") return { page: plain };
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

export function puzzlePath(puzzle: string): string {
  return `/puzzles/${puzzle}`;
}

export function playerPath(player: string): string {
  return `/u/${player}`;
}
