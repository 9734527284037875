// The addresses of the page.

export type Route = { page: "home" } | { page: "game"; game: string } | { page: "unknown" };

const GAME = /^\/g\/([A-Za-z0-9_-]{1,64})\/?$/;

export function parsePath(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  const game = GAME.exec(path)?.[1];
  return game === undefined ? { page: "unknown" } : { page: "game", game };
}

export function gamePath(game: string): string {
  return `/g/${encodeURIComponent(game)}`;
}
