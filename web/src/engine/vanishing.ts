// Solves Vanishing from its ends backwards: positions that are neither won nor lost are draws. The server's engine does the same,
// and also counts how often a position came up; here only the next move's own result does.

import { legalMoves, play, type Move, type Position } from "../rules/position";
import { linesIn } from "../rules/grid";
import { marksByAge } from "../rules/vanishing";
import type { Variant } from "../rules/variants";
import type { World } from "./choose";

/** Larger is better for the side to move: quick wins are largest, quick losses smallest. */
const WIN = 1_000;
const ON_BOARD = 6;

let kept: ReadonlyMap<string, number> | null = null;

/** The value of every won and lost position for the side to move; its key is the cells of its marks, oldest first. */
function tableOf(variant: Variant): ReadonlyMap<string, number> {
  if (kept !== null) return kept;
  const lines = new Set(linesIn(variant).all.map((line) => line.join("")));
  const isLost = (key: string): boolean => {
    const theirs = [key.at(-5), key.at(-3), key.at(-1)];
    return key.length >= 5 && lines.has(theirs.sort().join(""));
  };
  const table = new Map<string, number>();
  const full = sequences(ON_BOARD);
  for (const key of full) if (isLost(key)) table.set(key, -WIN);
  const losing = new Map<string, number>();
  // A map can be extended while it is walked: the positions nearest to the end come first.
  for (const [key, value] of table) {
    for (const oldest of others(key)) {
      const before = oldest + key.slice(0, -1);
      if (table.has(before)) continue;
      const count = (losing.get(before) ?? 0) + 1;
      losing.set(before, count);
      if (value < 0 || count === 9 - ON_BOARD) table.set(before, onePlyOn(-value));
    }
  }
  for (let count = ON_BOARD - 1; count > 0; count--) {
    for (const key of sequences(count)) {
      const value = isLost(key)
        ? -WIN
        : Math.max(...others(key).map((cell) => onePlyOn(-(table.get(key + cell) ?? 0))));
      if (value !== 0) table.set(key, value);
    }
  }
  kept = table;
  return table;
}

/** One of the best moves: the fastest win, a draw, or the slowest loss. */
export function bestVanishing(position: Position, world: World): Move {
  const table = tableOf(position.variant);
  const judged = legalMoves(position).map((move) => {
    const after = play(position, move);
    const isDrawn = after.outcome !== null && after.outcome.winner === null;
    return { move, value: isDrawn ? 0 : -(table.get(marksByAge(after).join("")) ?? 0) };
  });
  const best = Math.max(...judged.map(({ value }) => value));
  const moves = judged.filter(({ value }) => value === best);
  const chosen = moves[Math.floor(world.random() * moves.length)];
  if (chosen === undefined) throw new Error("the game is over");
  return chosen.move;
}

function onePlyOn(value: number): number {
  return value - Math.sign(value);
}

/** The cells, as digits, that are not in this text. */
function others(key: string): string[] {
  return [..."012345678"].filter((cell) => !key.includes(cell));
}

/** Every sequence of this many different cells. */
function sequences(count: number): string[] {
  if (count === 0) return [""];
  return sequences(count - 1).flatMap((key) => others(key).map((cell) => key + cell));
}
