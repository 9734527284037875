// The geometry of boards: which cells make up a line, and which small board a cell of Ultimate belongs to.

import type { Variant } from "./variants";

/** The small board of Ultimate that a cell of the 9x9 grid belongs to. */
export function smallBoardOf(cell: number): number {
  return Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);
}

/** The index, 0 to 8, of a cell of the 9x9 grid within its small board. */
export function placeInBoard(cell: number): number {
  return (Math.floor(cell / 9) % 3) * 3 + (cell % 3);
}

/** The cell of the 9x9 grid at this place of this small board. */
export function cellAt(board: number, place: number): number {
  const row = Math.floor(board / 3) * 3 + Math.floor(place / 3);
  return row * 9 + (board % 3) * 3 + (place % 3);
}

export const NINE: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const STEPS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/** Every line of a grid of this size, each as its cells in ascending order. */
export function linesOf(rows: number, cols: number, inARow: number): number[][] {
  const lines: number[][] = [];
  const reach = inARow - 1;
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      for (const [down, right] of STEPS) {
        const lastCol = col + reach * right;
        if (row + reach * down >= rows || lastCol < 0 || lastCol >= cols) continue;
        lines.push(Array.from({ length: inARow }, (_, nth) => (row + nth * down) * cols + col + nth * right));
      }
    }
  }
  return lines;
}

export type Line = readonly number[];

/** All lines of a grid, and the lines through each cell. */
export interface Lines {
  all: readonly Line[];
  through: readonly (readonly Line[])[];
}

const kept = new Map<string, Lines>();

/** The lines of a variant's grid. For Ultimate: the lines of a 3x3 board, for small boards and for the whole game. */
export function linesIn(variant: Pick<Variant, "rows" | "cols" | "inARow" | "hasBoards">): Lines {
  const { rows, cols, inARow } = variant.hasBoards ? { rows: 3, cols: 3, inARow: 3 } : variant;
  const key = `${rows}x${cols}-${inARow}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const all = linesOf(rows, cols, inARow);
  const through: Line[][] = Array.from({ length: rows * cols }, () => []);
  for (const line of all) for (const cell of line) through[cell]?.push(line);
  kept.set(key, { all, through });
  return { all, through };
}

/** The cells of all complete lines through this cell that count, in ascending order; empty if there are none. */
export function completedAt(
  cells: string,
  lines: Lines,
  cell: number,
  counts: (line: Line) => boolean = () => true,
): number[] {
  const mark = cells[cell];
  const made = (lines.through[cell] ?? []).filter((line) => line.every((one) => cells[one] === mark) && counts(line));
  return [...new Set(made.flat())].sort((a, b) => a - b);
}

/** The cells just before and just after a line, in its direction; beyond the edge there is none. */
export function endsOf(line: Line, rows: number, cols: number): number[] {
  const [first = 0, second = 0] = line;
  const down = Math.floor(second / cols) - Math.floor(first / cols);
  const right = (second % cols) - (first % cols);
  return [-1, line.length].flatMap((nth) => {
    const row = Math.floor(first / cols) + nth * down;
    const col = (first % cols) + nth * right;
    return row >= 0 && row < rows && col >= 0 && col < cols ? [row * cols + col] : [];
  });
}

/** The cell in which a mark put here comes to rest: where marks fall, the lowest empty cell of the column. */
export function landingCell({ cols, gravity }: Pick<Variant, "cols" | "gravity">, cells: string, cell: number): number {
  if (gravity) while (cells[cell] === "." && cells[cell + cols] === ".") cell += cols;
  return cell;
}

/** The cells of the lines through this cell that are complete and count by the variant's rule. */
export function madeAt(variant: Variant, cells: string, cell: number): number[] {
  const { rows, cols, lineRule } = variant;
  const mark = cells[cell];
  const counts = (line: Line): boolean => {
    const ends = lineRule === "any" ? [] : endsOf(line, rows, cols).map((end) => cells[end]);
    if (lineRule === "exact") return !ends.includes(mark);
    return ends.filter((held) => held !== mark && held !== ".").length < 2;
  };
  return completedAt(cells, linesIn(variant), cell, counts);
}
