// Where a cell is, in words that people use, and where the arrow keys lead.

import type { BoardState } from "../messages";
import { placeInBoard, smallBoardOf } from "../rules/grid";

type Grid = Pick<BoardState, "rows" | "cols" | "boards">;

/** Where a cell is, in the terms that people use for a board of that kind. */
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

/** The cell that a key leads to from this one, or null when the key is not for moving about. Edges stop. */
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
