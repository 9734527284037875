// The actions a seated player may take now, as far as the client can tell: it decides which buttons to show. The server
// has the final say.

import type { BoardState, Offered, Seat } from "../messages";
import { otherSeat, seatOf } from "./seats";
import { movesMade } from "./state";

export interface Actions {
  canAbort: boolean;
  canResign: boolean;
  /** What may be offered to the opponent. */
  canOffer: readonly Offered[];
  /** The opponent's offers that wait for an answer. */
  toAnswer: readonly Offered[];
  /** Offers to the opponent that are not answered yet. */
  offered: readonly Offered[];
  canPlayAgain: boolean;
}

const OFFERS: readonly Offered[] = ["draw", "takeback"];

export function actionsOf(board: BoardState, seat: Seat | null): Actions {
  const isOn = seat !== null && board.result === null;
  const isPlaying = isOn && board.phase === "playing";
  const bothMoved = board.round > 1 || movesMade(board) >= 2;
  const standing = (what: Offered): Seat | undefined => board.offers[what];
  return {
    canAbort: isOn && !bothMoved,
    canResign: isPlaying && bothMoved,
    canOffer: OFFERS.filter((what) => isPlaying && standing(what) === undefined && isWorthOffering(board, what)),
    toAnswer: OFFERS.filter((what) => isOn && standing(what) === otherSeat(seat)),
    offered: OFFERS.filter((what) => isOn && standing(what) === seat),
    canPlayAgain: seat !== null && board.phase === "finished" && board.players[otherSeat(seat)] !== null,
  };
}

function isWorthOffering(board: BoardState, what: Offered): boolean {
  return movesMade(board) >= (what === "takeback" ? 2 : 1);
}

/** This player's offer that the opponent has declined, explicitly or by moving on; null when there is none. */
export function declinedOffer(before: BoardState, after: BoardState, me: string | undefined): Offered | null {
  const seat = seatOf(after, me);
  if (seat === null || after.phase !== "playing" || after.round !== before.round) return null;
  const isMine = after.ply > before.ply && after.lastMove?.seat === seat;
  const isTakenBack = after.ply < before.ply;
  if (isMine || isTakenBack) return null;
  return OFFERS.find((what) => before.offers[what] === seat && after.offers[what] === undefined) ?? null;
}
