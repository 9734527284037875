// Waiting for an opponent in several games at once: the first game that somebody joins is played, and the others are
// cancelled. Kept for this tab, so that a reload changes nothing.

import type { ActionSuccess, BoardState } from "./messages";

const KEY = "noughts.pool";

/** Sends a request to the server and returns the answer. */
export type Ask<Asked> = (asked: Asked) => Promise<ActionSuccess>;

export function keptPool(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((game) => typeof game === "string") : [];
  } catch {
    return [];
  }
}

export function keepPool(games: readonly string[]): void {
  try {
    if (games.length > 1) sessionStorage.setItem(KEY, JSON.stringify(games));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden or full: the other games stay open until somebody joins or cancels them.
  }
}

/** Which games to cancel after this change, and whether to go to the changed game; null while all games wait. */
export function settled(pool: readonly string[], board: BoardState): { cancel: readonly string[]; go: boolean } | null {
  if (!pool.includes(board.game) || board.phase === "open") return null;
  return { cancel: pool.filter((game) => game !== board.game), go: board.phase === "playing" };
}

/** Look for an opponent in each of these games until one is found. Returns all open games, and the one to go to. */
export async function waitIn<Asked>(
  seeks: readonly Asked[],
  ask: Ask<Asked>,
): Promise<{ open: readonly string[]; entered: string | null }> {
  const open: string[] = [];
  for (const seek of seeks) {
    const { value, game, version } = await ask(seek);
    if (!value || game === undefined) break;
    // A newly created game has version 1. With a later version, somebody was waiting there.
    if ((version ?? 1) > 1) return { open, entered: game };
    open.push(game);
  }
  return { open, entered: open[0] ?? null };
}
