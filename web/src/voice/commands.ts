// The server request for a spoken command. Pure.

import { otherSeat } from "../game/seats";
import type { BoardState, Offered, Seat } from "../messages";
import type { Asked } from "../net/session";
import type { SpokenCommand } from "./heard";

export function askedBy(command: SpokenCommand, board: BoardState, seat: Seat | null): Asked {
  const { game } = board;
  const offer = (what: Offered): Asked => {
    const isTheirs = seat !== null && board.offers[what] === otherSeat(seat);
    return { type: isTheirs ? "AcceptOffer" : "Offer", game, what };
  };
  switch (command) {
    case "resign":
      return { type: "Resign", game };
    case "draw":
      return offer("draw");
    case "undo":
      return offer("takeback");
    case "play_again":
      return { type: "PlayAgain", game, value: true };
  }
}
