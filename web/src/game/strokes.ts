// The strokes to draw through winning lines: start and end of each, in cells from the top left corner.

import type { BoardState } from "../messages";
import { smallBoardOf } from "../rules/grid";
import { findVariant } from "../rules/variants";
import { hasSmallBoards } from "./grid";

export interface Stroke {
  from: readonly [number, number];
  to: readonly [number, number];
}

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;
// How far a stroke extends beyond the middle of its last cell.
const OVER = 0.34;

/** Two lines completed by one move give two strokes. In Ultimate the strokes go through small boards. */
export function strokesOf(board: BoardState): Stroke[] {
  const line = board.result?.line ?? [];
  const variant = findVariant(board.variant);
  if (line.length === 0 || variant === null) return [];
  if (hasSmallBoards(board)) return through(new Set(line.map(smallBoardOf)), 3, 3);
  return through(new Set(line), board.cols, variant.inARow);
}

function through(held: ReadonlySet<number>, cols: number, inARow: number): Stroke[] {
  const has = (x: number, y: number): boolean => x >= 0 && x < cols && held.has(y * cols + x);
  return [...held].flatMap((cell) => {
    const [x, y] = [cell % cols, Math.floor(cell / cols)];
    return DIRECTIONS.flatMap(([right, down]) => {
      if (has(x - right, y - down)) return [];
      let length = 1;
      while (has(x + length * right, y + length * down)) length += 1;
      return length < inARow ? [] : [stroke(x, y, right, down, length - 1)];
    });
  });
}

function stroke(x: number, y: number, right: number, down: number, steps: number): Stroke {
  const at = (along: number): [number, number] => [x + 0.5 + along * right, y + 0.5 + along * down];
  return { from: at(-OVER), to: at(steps + OVER) };
}
