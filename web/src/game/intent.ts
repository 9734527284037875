// A move that was tapped and not sent: kept until it is confirmed or its moment to undo is over, or until it is our turn.

import type { BoardState, Seat } from "../messages";
import type { Move } from "../rules/position";
import { smallBoardOf } from "../rules/grid";
import { hasSmallBoards } from "./grid";
import type { GameState } from "./state";

export interface Intent {
  /** `held` is ours to send now; `planned` goes out by itself when our turn has come. */
  kind: "held" | "planned";
  move: Move;
  /** It was said and not tapped: whoever was misheard needs a moment to undo it. */
  isSpoken?: boolean;
}

/** How taps become moves. */
export const SENDING = ["at-once", "undo", "confirm"] as const;
export type Sending = (typeof SENDING)[number];

/** Moves may be planned where seconds count: on a real-time clock, while the other is to move. */
export function canPlan(state: GameState, seat: Seat | null, cell: number): boolean {
  const { board } = state;
  const isTheirs = seat !== null && board.phase === "playing" && board.turn !== null && board.turn !== seat;
  return isTheirs && board.clockSetting?.baseSeconds !== undefined && isFree(board, cell);
}

// Which small board will be open is not known yet; one that is settled will not be.
function isFree(board: BoardState, cell: number): boolean {
  return board.cells[cell] === "." && (!hasSmallBoards(board) || board.boards?.[smallBoardOf(cell)] === ".");
}
