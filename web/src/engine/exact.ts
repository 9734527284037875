// Solves small boards: the value of every position and the number of moves to the end. Prefers fast wins and slow
// losses.

import { legalMoves, play, toMove, type Move, type Position } from "../rules/position";
import type { World } from "./choose";

/** Larger is better for the side to move: quick wins are largest, quick losses smallest. */
const WIN = 100;

const known = new Map<string, number>();

/** The value of the position for the side to move: above 0 wins, below 0 loses. */
export function valueOf(position: Position): number {
  const { outcome } = position;
  if (outcome !== null) {
    if (outcome.winner === null) return 0;
    return outcome.winner === toMove(position) ? WIN : -WIN;
  }
  const key = `${position.variant.name} ${position.cells}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = Math.max(...legalMoves(position).map((move) => valueOfMove(position, move)));
  known.set(key, value);
  return value;
}

/** The move's value for the player who makes it. Values shrink by a little with each move before the end. */
export function valueOfMove(position: Position, move: Move): number {
  const value = -valueOf(play(position, move));
  return value - Math.sign(value);
}

/** One of the best moves. */
export function bestExact(position: Position, world: World): Move {
  const judged = legalMoves(position).map((move) => ({ move, value: valueOfMove(position, move) }));
  const best = Math.max(...judged.map(({ value }) => value));
  const moves = judged.filter(({ value }) => value === best);
  const chosen = moves[Math.floor(world.random() * moves.length)];
  if (chosen === undefined) throw new Error("the game is over");
  return chosen.move;
}
