// In a series the server starts the next round at once. This returns the board on which the last round ended, so that
// it can stay visible for a moment.

import type { BoardState } from "../messages";
import { cellAt, linesOf, NINE } from "../rules/grid";
import { hasSmallBoards } from "./grid";

/** The final board of the previous round, with the seats of that round. Null in the first round and at the end. */
export function previousRound(board: BoardState): BoardState | null {
  const previous = board.previousRound;
  if (previous === null || board.phase === "finished") return null;
  const { players, score } = board;
  return {
    ...board,
    ...previous,
    round: board.round - 1,
    players: { X: players.O, O: players.X },
    score: score && { X: score.O, O: score.X },
    boards: hasSmallBoards(board) ? wonBoards(previous.cells) : board.boards,
    openBoards: [],
    order: [],
    turn: null,
    lastMove: null,
    offers: {},
  };
}

/** The winner of each small board, derived from the cells alone. */
function wonBoards(cells: string): string {
  return NINE.map((board) => wonBy(NINE.map((place) => cells[cellAt(board, place)]).join(""))).join("");
}

function wonBy(nine: string): string {
  const lines = linesOf(3, 3, 3);
  const winner = (["X", "O"] as const).find((mark) => lines.some((line) => line.every((one) => nine[one] === mark)));
  return winner ?? (nine.includes(".") ? "." : "=");
}
