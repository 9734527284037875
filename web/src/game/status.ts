// The status of a game as data: whose turn, how it ended, what changed. The texts are in `words/`.

import type { BoardState, PlayerCard, Result, Seat } from "../messages";
import { hasSmallBoards } from "./grid";
import { otherSeat, seatOf } from "./seats";
import { movesMade } from "./state";

export type Status =
  | { kind: "waiting"; canMove: boolean; hasMoved: boolean }
  | { kind: "inviting"; seat: Seat; by: PlayerCard | null }
  | { kind: "yours"; seat: Seat; boards: readonly number[] | null }
  | { kind: "theirs"; seat: Seat; player: PlayerCard | null; boards: readonly number[] | null }
  | { kind: "over"; ending: Ending };

/** How a round or a game ended, from this player's point of view. */
export interface Ending {
  reason: string;
  /** Null when nobody won, or for a spectator. */
  won: boolean | null;
  winner: PlayerCard | null;
  loser: PlayerCard | null;
  /** Only this round has ended; the series continues. */
  isRound: boolean;
}

export function statusOf(board: BoardState, me: string | undefined): Status {
  const mine = seatOf(board, me);
  if (board.result !== null) return { kind: "over", ending: endingOf(board, board.result, mine) };
  if (board.phase === "open") {
    if (mine === null) {
      const seat = board.players.X === null ? "X" : "O";
      return { kind: "inviting", seat, by: board.players[otherSeat(seat)] };
    }
    return { kind: "waiting", canMove: board.turn === mine, hasMoved: movesMade(board) > 0 };
  }
  const seat = board.turn ?? "X";
  // In Ultimate the status also says in which small board to play.
  const boards = hasSmallBoards(board) ? board.openBoards : null;
  return seat === mine
    ? { kind: "yours", seat, boards }
    : { kind: "theirs", seat, player: board.players[seat], boards };
}

function endingOf(board: BoardState, result: Result, mine: Seat | null): Ending {
  const { winner: seat, reason } = result;
  return {
    reason,
    won: seat === null || mine === null ? null : seat === mine,
    winner: seat === null ? null : board.players[seat],
    loser: seat === null ? null : board.players[otherSeat(seat)],
    isRound: board.phase !== "finished",
  };
}
