// A move that was tapped but not sent. It waits for confirmation, for the time to undo it, or for our turn.

import type { BoardState, Seat } from "../messages";
import type { Move } from "../rules/position";
import { openingStage } from "../rules/swap2";
import { smallBoardOf } from "../rules/grid";
import { hasSmallBoards } from "./grid";
import type { GameState } from "./state";

export interface Intent {
  /** `held` waits for confirmation or undo; `planned` (a premove) is sent automatically on our turn. */
  kind: "held" | "planned";
  move: Move;
  /** Whether it was spoken. Recognition can be wrong, so the player can undo it for a moment. */
  isSpoken?: boolean;
}

/** How taps become moves. */
export const SENDING = ["at-once", "undo", "confirm"] as const;
export type Sending = (typeof SENDING)[number];

/** Whether the player can set a premove: on a real-time clock, during the opponent's turn. */
export function canPlan(state: GameState, seat: Seat | null, cell: number): boolean {
  const { board } = state;
  // In the Swap2 opening the next move may not be ours, or not be a mark.
  if (openingStage(board.stage) !== null) return false;
  const isTheirs = seat !== null && board.phase === "playing" && board.turn !== null && board.turn !== seat;
  return isTheirs && board.clockSetting?.baseSeconds !== undefined && isFree(board, cell);
}

// The next small board is unknown, but it can't be a finished one.
function isFree(board: BoardState, cell: number): boolean {
  return board.cells[cell] === "." && (!hasSmallBoards(board) || board.boards?.[smallBoardOf(cell)] === ".");
}
