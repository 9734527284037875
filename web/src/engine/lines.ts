// Large boards: alpha-beta over the cells near what stands there, judged by how far each line has come.

import { linesIn } from "../rules/grid";
import { toMove, type Move, type Position } from "../rules/position";
import type { World } from "./choose";

const WIN = 1e6;
// Beyond so many cells a node is not looked at: the best ones come first.
const WIDTH = 14;

/** A board that marks are put on and taken off again, with the score of every line kept up to date. */
class Field {
  readonly cells: Int8Array;
  readonly #counts: { mine: Uint8Array; theirs: Uint8Array };
  readonly #through: number[][];
  readonly #inARow: number;
  readonly #worth: number[];
  score = 0;
  /** How many lines are full of one side's marks. */
  #done = 0;

  constructor(position: Position) {
    const { variant } = position;
    const lines = linesIn(variant).all;
    this.#inARow = variant.inARow;
    // Each further mark in a line is worth much more than the one before.
    this.#worth = Array.from({ length: variant.inARow + 1 }, (_, count) => (count === 0 ? 0 : 6 ** count));
    this.cells = new Int8Array(variant.rows * variant.cols);
    this.#through = Array.from(this.cells, () => []);
    lines.forEach((line, index) => line.forEach((cell) => this.#through[cell]?.push(index)));
    this.#counts = { mine: new Uint8Array(lines.length), theirs: new Uint8Array(lines.length) };
    const me = toMove(position);
    [...position.cells].forEach((held, cell) => {
      if (held !== ".") this.put(cell, held === me ? 1 : -1);
    });
  }

  get isDone(): boolean {
    return this.#done > 0;
  }

  put(cell: number, side: 1 | -1): void {
    this.cells[cell] = side;
    this.#count(cell, side, 1);
  }

  take(cell: number): void {
    const side = this.cells[cell] === 1 ? 1 : -1;
    this.cells[cell] = 0;
    this.#count(cell, side, -1);
  }

  /** How much a mark here would matter to either side. */
  weight(cell: number, side: 1 | -1): number {
    let weight = 0;
    for (const line of this.#through[cell] ?? []) {
      const mine = this.#counts.mine[line] ?? 0;
      const theirs = this.#counts.theirs[line] ?? 0;
      const [own, other] = side === 1 ? [mine, theirs] : [theirs, mine];
      if (other === 0) weight += 1.5 * (this.#worth[own + 1] ?? 0);
      if (own === 0) weight += this.#worth[other + 1] ?? 0;
    }
    return weight;
  }

  #count(cell: number, side: 1 | -1, step: 1 | -1): void {
    const { mine, theirs } = this.#counts;
    const [own, other] = side === 1 ? [mine, theirs] : [theirs, mine];
    for (const line of this.#through[cell] ?? []) {
      const count = own[line] ?? 0;
      const others = other[line] ?? 0;
      const now = count + step;
      own[line] = now;
      if (others === 0) this.score += side * ((this.#worth[now] ?? 0) - (this.#worth[count] ?? 0));
      else if (step === 1 && count === 0) this.score += side * (this.#worth[others] ?? 0);
      else if (step === -1 && now === 0) this.score -= side * (this.#worth[others] ?? 0);
      if (now === this.#inARow || count === this.#inARow) this.#done += step;
    }
  }
}

class OutOfTime extends Error {}

/** The best move that the time allows to find. */
export function bestByLines(position: Position, milliseconds: number, world: World): Move {
  const field = new Field(position);
  const { rows, cols } = position.variant;
  const deadline = world.nowMs() + milliseconds;
  let nodes = 0;

  function candidates(side: 1 | -1): number[] {
    const weighed: { cell: number; weight: number }[] = [];
    for (let cell = 0; cell < field.cells.length; cell++) {
      if (field.cells[cell] === 0) weighed.push({ cell, weight: field.weight(cell, side) });
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
  let order = isFirst ? [middle] : candidates(1);
  try {
    for (let depth = 1; depth <= 12 && order.length > 1; depth++) {
      const judged: { cell: number; value: number }[] = [];
      let alpha = -Infinity;
      for (const cell of order) {
        field.put(cell, 1);
        let value: number;
        try {
          value = -search(-1, depth - 1, -Infinity, -alpha);
        } finally {
          field.take(cell);
        }
        judged.push({ cell, value });
        alpha = Math.max(alpha, value);
      }
      order = judged.sort((a, b) => b.value - a.value).map(({ cell }) => cell);
      if (alpha >= WIN) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  const [cell] = order;
  if (cell === undefined) throw new Error("the game is over");
  return { cell, mark: toMove(position) };
}
