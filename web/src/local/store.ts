// Stores the newest game of each kind, so that closing the page loses none.

import { read, written, type LocalGame } from "./game";

export type Kind = "two" | "computer";

export function keepGame(kind: Kind, game: LocalGame): void {
  try {
    localStorage.setItem(`noughts.${kind}`, written(game));
  } catch {
    // Storage is forbidden or full: the game lasts as long as the page.
  }
}

export function keptGame(kind: Kind): LocalGame | null {
  try {
    return read(localStorage.getItem(`noughts.${kind}`));
  } catch {
    return null;
  }
}
