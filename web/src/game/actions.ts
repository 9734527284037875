// What a seated player may ask for now, as far as the client can tell: which buttons to show. The server decides.

import type { BoardState, Offered, Seat } from "../messages";
import { otherSeat } from "./seats";
import { movesMade } from "./state";

export interface Actions {
  canAbort: boolean;
  canResign: boolean;
  /** What may be offered to the opponent. */
  canOffer: readonly Offered[];
  /** What the opponent has offered and waits for an answer. */
  toAnswer: readonly Offered[];
  /** What was offered to the opponent and is not answered yet. */
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
