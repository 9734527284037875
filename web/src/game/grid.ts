// The name of a cell's place, and which cell an arrow key moves to.

import type { BoardState } from "../messages";
import { placeInBoard, smallBoardOf } from "../rules/grid";

type Grid = Pick<BoardState, "rows" | "cols" | "boards">;

/** The place of a cell, in the terms people use for this kind of board. */
export type Place =
  | { kind: "nine"; place: number }
  | { kind: "small"; board: number; place: number }
  | { kind: "grid"; row: number; col: number };

export function hasSmallBoards(grid: Pick<Grid, "boards">): boolean {
  return grid.boards !== null && grid.boards !== "";
}

export function placeOf(grid: Grid, cell: number): Place {
  if (hasSmallBoards(grid)) return { kind: "small", board: smallBoardOf(cell), place: placeInBoard(cell) };
  if (grid.rows === 3 && grid.cols === 3) return { kind: "nine", place: cell };
  return { kind: "grid", row: Math.floor(cell / grid.cols) + 1, col: (cell % grid.cols) + 1 };
}

/** The cell that a key moves to from this one, or null for other keys. Movement stops at the edges. */
export function cellAfterKey(key: string, cell: number, rows: number, cols: number): number | null {
  const col = cell % cols;
  const row = Math.floor(cell / cols);
  switch (key) {
    case "ArrowLeft":
      return col > 0 ? cell - 1 : cell;
    case "ArrowRight":
      return col < cols - 1 ? cell + 1 : cell;
    case "ArrowUp":
      return row > 0 ? cell - cols : cell;
    case "ArrowDown":
      return row < rows - 1 ? cell + cols : cell;
    case "Home":
      return cell - col;
    case "End":
      return cell - col + cols - 1;
    default:
      return null;
  }
}
