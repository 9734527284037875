// Order and Chaos: an alpha-beta search over the most promising marks. Its evaluation counts equal marks in each line.

import { linesIn } from "../rules/grid";
import { toMove, type Move, type Position } from "../rules/position";
import type { World } from "./choose";

const WIN = 1e6;
// How many moves each node searches, best first.
const WIDTH = 16;
const DEEPEST = 8;
/** The value for Order of a line with this many equal marks and no others. */
const WORTH = [2, 4, 10, 30, 60, WIN];

interface Try {
  cell: number;
  mark: 1 | 2;
  gain: number;
}

class OutOfTime extends Error {}

/** The best move found in the given time, for either side. */
export function bestByOrder(position: Position, milliseconds: number, world: World): Move {
  const lines = linesIn(position.variant);
  const cells = Int8Array.from(position.cells, (held) => (held === "X" ? 1 : held === "O" ? 2 : 0));
  const deadline = world.nowMs() + milliseconds;
  let nodes = 0;

  function worthOf(line: readonly number[]): number {
    let seen = 0;
    let count = 0;
    for (const cell of line) {
      const held = cells[cell]!;
      if (held === 0) continue;
      if (seen !== 0 && held !== seen) return 0;
      seen = held;
      count++;
    }
    return WORTH[count]!;
  }

  const worthAt = (cell: number): number => lines.through[cell]!.reduce((sum, line) => sum + worthOf(line), 0);

  /** The moves of a side (1 for Order, -1 for Chaos), the best first. */
  function candidates(side: 1 | -1): Try[] {
    const found: Try[] = [];
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] !== 0) continue;
      const before = worthAt(cell);
      for (const mark of [1, 2] as const) {
        cells[cell] = mark;
        found.push({ cell, mark, gain: side * (worthAt(cell) - before) });
      }
      cells[cell] = 0;
    }
    return found.sort((a, b) => b.gain - a.gain).slice(0, WIDTH);
  }

  /** The value for the side to move. `worth` is the total value of all lines for Order. */
  function search(side: 1 | -1, worth: number, depth: number, alpha: number, beta: number): number {
    if (worth >= WIN) return side * (WIN + depth);
    if (depth === 0) return side * worth;
    if ((++nodes & 63) === 0 && world.nowMs() > deadline) throw new OutOfTime();
    let best = -Infinity;
    for (const { cell, mark, gain } of candidates(side)) {
      cells[cell] = mark;
      try {
        best = Math.max(best, -search(side === 1 ? -1 : 1, worth + side * gain, depth - 1, -beta, -alpha));
      } finally {
        cells[cell] = 0;
      }
      alpha = Math.max(alpha, best);
      if (alpha >= beta) break;
    }
    return best === -Infinity ? side * worth : best;
  }

  const side = toMove(position) === "X" ? 1 : -1;
  const total = lines.all.reduce((sum, line) => sum + worthOf(line), 0);
  let order = candidates(side);
  try {
    for (let depth = 1; depth <= DEEPEST; depth++) {
      const judged: { one: Try; value: number }[] = [];
      let alpha = -Infinity;
      for (const one of order) {
        cells[one.cell] = one.mark;
        let value: number;
        try {
          value = -search(side === 1 ? -1 : 1, total + side * one.gain, depth - 1, -Infinity, -alpha);
        } finally {
          cells[one.cell] = 0;
        }
        judged.push({ one, value });
        alpha = Math.max(alpha, value);
      }
      order = judged.sort((a, b) => b.value - a.value).map(({ one }) => one);
      if (Math.abs(alpha) >= WIN) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  const [best] = order;
  if (best === undefined) throw new Error("the game is over");
  return { cell: best.cell, mark: best.mark === 1 ? "X" : "O" };
}
