// Keeps the score over rematches in this browser.

import { NO_RIVALRIES, tallyOf, withGame, type Rivalries, type Tally } from "./game/rivalry";
import type { BoardState } from "./messages";

const key = (me: string): string => `noughts.rivals.${me}`;

function kept(me: string): Rivalries {
  try {
    return { ...NO_RIVALRIES, ...(JSON.parse(localStorage.getItem(key(me)) ?? "{}") as Partial<Rivalries>) };
  } catch {
    return NO_RIVALRIES;
  }
}

/** Count a game that has ended. Counting one twice changes nothing. */
export function countGame(board: BoardState, me: string): void {
  try {
    localStorage.setItem(key(me), JSON.stringify(withGame(kept(me), board, me, Date.now())));
  } catch {
    // Storage is forbidden or full: there is no score.
  }
}

export function scoreAgainst(opponent: string, me: string): Tally & { streak: number } {
  const rivalries = kept(me);
  return { ...tallyOf(rivalries, opponent, Date.now()), streak: rivalries.streak };
}
