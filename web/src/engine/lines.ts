// Large boards: an alpha-beta search over cells near existing marks. It evaluates how complete each line is.

import { endsOf, landingCell, linesIn } from "../rules/grid";
import { toMove, type Move, type Position } from "../rules/position";
import type { LineRule } from "../rules/variants";
import type { World } from "./choose";

const WIN = 1e6;
// How many cells each node searches, best first.
const WIDTH = 14;

/** The lines of one side: its marks in each line, and the opponent's marks, which block the line. */
class Side {
  readonly own: Uint8Array;
  readonly against: Uint8Array;
  /** The total value of lines that can still be completed. */
  score = 0;
  /** How many lines are complete and count. */
  done = 0;
  readonly #worth: readonly number[];
  readonly #inARow: number;

  constructor(lines: number, inARow: number) {
    this.own = new Uint8Array(lines);
    this.against = new Uint8Array(lines);
    this.#inARow = inARow;
    // Each further mark in a line is worth much more than the one before.
    this.#worth = Array.from({ length: inARow + 1 }, (_, count) => (count === 0 ? 0 : 6 ** count));
  }

  mark(line: number, step: 1 | -1): void {
    const count = this.own[line]! + step;
    this.#count(line, -1);
    this.own[line] = count;
    this.#count(line, 1);
  }

  oppose(line: number, step: 1 | -1): void {
    this.#count(line, -1);
    this.against[line]! += step;
    this.#count(line, 1);
  }

  /** The value of one more mark on this line. */
  promise(line: number): number {
    return this.against[line] === 0 ? (this.#worth[this.own[line]! + 1] ?? 0) : 0;
  }

  #count(line: number, step: 1 | -1): void {
    if (this.against[line] !== 0) return;
    this.score += step * this.#worth[this.own[line]!]!;
    if (this.own[line] === this.#inARow) this.done += step;
  }
}

/** A board that marks are put on and taken off again, with the score of every line kept up to date. */
class Field {
  readonly cells: Int8Array;
  readonly #mine: Side;
  readonly #theirs: Side;
  readonly #through: number[][];
  /** The lines that end at each cell, with the opposite end; -1 beyond the edge. Empty where ends do not matter. */
  readonly #ending: { line: number; opposite: number }[][];
  readonly #rule: LineRule;

  constructor(position: Position) {
    const { variant } = position;
    const { rows, cols, inARow, lineRule } = variant;
    const lines = linesIn(variant).all;
    this.#rule = lineRule;
    this.#mine = new Side(lines.length, inARow);
    this.#theirs = new Side(lines.length, inARow);
    this.cells = new Int8Array(rows * cols);
    this.#through = Array.from(this.cells, () => []);
    this.#ending = Array.from(this.cells, () => []);
    lines.forEach((line, index) => {
      for (const cell of line) this.#through[cell]?.push(index);
      const ends = lineRule === "any" ? [] : endsOf(line, rows, cols);
      ends.forEach((end, nth) => this.#ending[end]?.push({ line: index, opposite: ends[1 - nth] ?? -1 }));
    });
    const me = toMove(position);
    [...position.cells].forEach((held, cell) => {
      if (held !== ".") this.put(cell, held === me ? 1 : -1);
    });
  }

  get isDone(): boolean {
    return this.#mine.done + this.#theirs.done > 0;
  }

  get score(): number {
    return this.#mine.score - this.#theirs.score;
  }

  put(cell: number, side: 1 | -1): void {
    this.cells[cell] = side;
    this.#change(cell, side, 1);
  }

  take(cell: number): void {
    this.#change(cell, this.cells[cell] === 1 ? 1 : -1, -1);
    this.cells[cell] = 0;
  }

  /** How much a mark here would matter to either side. */
  weight(cell: number, side: 1 | -1): number {
    const [own, other] = side === 1 ? [this.#mine, this.#theirs] : [this.#theirs, this.#mine];
    return (this.#through[cell] ?? []).reduce((sum, line) => sum + 1.5 * own.promise(line) + other.promise(line), 0);
  }

  #change(cell: number, side: 1 | -1, step: 1 | -1): void {
    const [own, other] = side === 1 ? [this.#mine, this.#theirs] : [this.#theirs, this.#mine];
    for (const line of this.#through[cell] ?? []) {
      own.mark(line, step);
      other.oppose(line, step);
    }
    for (const { line, opposite } of this.#ending[cell] ?? []) {
      if (this.#rule === "exact") own.oppose(line, step);
      else if (this.cells[opposite] === side) other.oppose(line, step);
    }
  }
}

class OutOfTime extends Error {}

/** The best move found in the given time. */
export function bestByLines(position: Position, milliseconds: number, world: World): Move {
  return { cell: searchLines(position, milliseconds, world).cell, mark: toMove(position) };
}

/** The best move found in the given time, and its value for the side to move. */
export function searchLines(position: Position, milliseconds: number, world: World): { cell: number; value: number } {
  const field = new Field(position);
  const { rows, cols, gravity } = position.variant;
  const deadline = world.nowMs() + milliseconds;
  let nodes = 0;

  function candidates(side: 1 | -1): number[] {
    const weighed: { cell: number; weight: number }[] = [];
    for (let cell = 0; cell < field.cells.length; cell++) {
      const isFloating = gravity && field.cells[cell + cols] === 0;
      if (field.cells[cell] === 0 && !isFloating) weighed.push({ cell, weight: field.weight(cell, side) });
    }
    return weighed
      .sort((a, b) => b.weight - a.weight)
      .slice(0, WIDTH)
      .map(({ cell }) => cell);
  }

  function search(side: 1 | -1, depth: number, alpha: number, beta: number): number {
    if (field.isDone) return -WIN - depth;
    if (depth === 0) return side * field.score;
    if ((++nodes & 255) === 0 && world.nowMs() > deadline) throw new OutOfTime();
    let best = -Infinity;
    for (const cell of candidates(side)) {
      field.put(cell, side);
      try {
        best = Math.max(best, -search(side === 1 ? -1 : 1, depth - 1, -beta, -alpha));
      } finally {
        field.take(cell);
      }
      alpha = Math.max(alpha, best);
      if (alpha >= beta) break;
    }
    return best === -Infinity ? 0 : best;
  }

  const middle = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
  const isFirst = !/[XO]/.test(position.cells);
  let value = field.score;
  let order = isFirst ? [landingCell(position.variant, position.cells, middle)] : candidates(1);
  try {
    for (let depth = 1; depth <= 12 && order.length > 1; depth++) {
      const judged: { cell: number; value: number }[] = [];
      let alpha = -Infinity;
      for (const cell of order) {
        field.put(cell, 1);
        let found: number;
        try {
          found = -search(-1, depth - 1, -Infinity, -alpha);
        } finally {
          field.take(cell);
        }
        judged.push({ cell, value: found });
        alpha = Math.max(alpha, found);
      }
      value = alpha;
      order = judged.sort((a, b) => b.value - a.value).map(({ cell }) => cell);
      if (alpha >= WIN) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  const [cell] = order;
  if (cell === undefined) throw new Error("the game is over");
  return { cell, value };
}
