// Texts for the turn, the result of a game, and the place of a square, in the reader's language.

import type { Place } from "../game/grid";
import type { Ending, Status } from "../game/status";
import type { PageTexts } from "./texts";

/** The squares of a 3x3 board, row by row. */
const NINE = [
  "topLeft",
  "top",
  "topRight",
  "left",
  "centre",
  "right",
  "bottomLeft",
  "bottom",
  "bottomRight",
] as const satisfies (keyof PageTexts["squares"])[];

export function statusText(status: Status, page: PageTexts): string {
  const { state } = page;
  switch (status.kind) {
    case "waiting":
      if (status.canMove) return state.firstMove;
      return status.hasMoved ? state.moveMade : state.waiting;
    case "inviting":
      return state.inviting({ name: status.by?.name ?? state.somebody, seat: status.seat });
    case "yours": {
      const board = onlyBoard(status.boards, page);
      if (status.boards === null) return state.yours;
      return board === null ? state.yoursAny : state.yoursOn({ board });
    }
    case "theirs": {
      const name = status.player?.name ?? state.somebody;
      const board = onlyBoard(status.boards, page);
      if (status.boards === null) return state.theirs({ name });
      return board === null ? state.theirsAny({ name }) : state.theirsOn({ name, board });
    }
    case "over":
      return endingText(status.ending, page);
  }
}

export function placeText(place: Place, page: PageTexts): string {
  if (place.kind === "nine") return squareName(place.place, page);
  if (place.kind === "grid") return page.squareAt({ row: place.row, column: place.col });
  return page.squareOn({ board: squareName(place.board, page), square: squareName(place.place, page) });
}

function onlyBoard(boards: readonly number[] | null, page: PageTexts): string | null {
  const [only, ...more] = boards ?? [];
  return only === undefined || more.length > 0 ? null : squareName(only, page);
}

function squareName(index: number, page: PageTexts): string {
  return page.squares[NINE[index] ?? "centre"];
}

function endingText(ending: Ending, page: PageTexts): string {
  const { end, state } = page;
  const { reason, winner, loser } = ending;
  if (reason === "aborted" || reason === "declined" || reason === "cancelled") return end[reason];
  const how = reason === "line" && ending.isRound ? "round" : reason;
  if (ending.won !== null) return ending.won ? end.won({ how }) : end.lost({ how });
  if (winner !== null) return end.winner({ how, winner: winner.name, loser: loser?.name ?? state.somebody });
  return ending.isRound ? end.roundDraw({ how }) : end.draw({ how });
}
