// Vanishing: a player's fourth mark removes the oldest, before lines are checked. The last six moves are the position.
// Pure.

import type { Seat } from "../messages";
import { madeAt } from "./grid";
import type { Outcome, Position } from "./position";
import type { Variant } from "./variants";

const MOST_TIMES = 3;
const MOST_MOVES = 200;

/** The cells that hold marks, oldest first. Empty where their order doesn't matter. */
export function marksByAge({ variant, history }: Pick<Position, "variant" | "history">): readonly number[] {
  return variant.mostMarks === null ? [] : history.slice(-2 * variant.mostMarks);
}

/** The cell whose mark the next move removes, or null. */
export function nextToVanish(variant: Variant | null, order: readonly number[]): number | null {
  return variant?.mostMarks != null && order.length === 2 * variant.mostMarks ? (order[0] ?? null) : null;
}

/** The position after these cells were played; `ply` counts the moves, and tells who made the last. */
export function vanishingAfter(variant: Variant, history: readonly number[], ply: number): Position {
  const cells = Array.from({ length: variant.rows * variant.cols }, () => ".");
  const marks = marksByAge({ variant, history });
  marks.forEach((cell, nth) => (cells[cell] = seatAt(ply - marks.length + nth)));
  const position = { variant, cells: cells.join(""), ply, history, boards: "", openBoards: [], stage: "" } as const;
  return { ...position, outcome: outcomeOf(position) };
}

/** The number of moves made, where a position may begin in the middle of a game: X always moved first. */
export function pliesOf(cells: string, history: readonly number[]): number {
  const last = cells[history.at(-1) ?? -1];
  return last === undefined || last === seatAt(history.length - 1) ? history.length : history.length + 1;
}

function seatAt(ply: number): Seat {
  return ply % 2 === 0 ? "X" : "O";
}

function outcomeOf(position: Omit<Position, "outcome">): Outcome | null {
  const { variant, cells, history, ply } = position;
  const last = history.at(-1);
  if (last === undefined) return null;
  const line = madeAt(variant, cells, last);
  if (line.length > 0) return { winner: seatAt(ply - 1), reason: "line", line };
  if (timesSeen(history, 2 * (variant.mostMarks ?? 0)) === MOST_TIMES) return draw("repetition");
  return ply === MOST_MOVES ? draw("move_limit") : null;
}

function draw(reason: Outcome["reason"]): Outcome {
  return { winner: null, reason, line: [] };
}

/** How often the last moves were made in this order by the same players. */
function timesSeen(history: readonly number[], count: number): number {
  const latest = history.slice(-count).join();
  let times = 0;
  for (let end = history.length; end >= count; end -= 2) {
    if (history.slice(end - count, end).join() === latest) times++;
  }
  return times;
}
