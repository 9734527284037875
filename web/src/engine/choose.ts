// Chooses the computer's move without a server: perfect on 3x3, decent on other boards. Runs in a worker.

import { legalMoves, play, toMove, type Move, type Position } from "../rules/position";
import { bestExact } from "./exact";
import type { Level } from "./levels";
import { bestByLines } from "./lines";
import { bestByOrder } from "./order";
import { bestByPlayouts } from "./playouts";
import { chooseInSwap2 } from "./swap2";
import { bestVanishing } from "./vanishing";

interface Habits {
  /** How often it searches, instead of playing what looks natural. */
  thinks: number;
  /** How often it sees an immediate win, its own or the opponent's. */
  sees: number;
  milliseconds: number;
}

// Weak levels make human mistakes: they overlook forks before threats, and threats before their own lines.
const HABITS: Record<Level, Habits> = {
  1: { thinks: 0, sees: 0.35, milliseconds: 30 },
  2: { thinks: 0.1, sees: 0.6, milliseconds: 30 },
  3: { thinks: 0.25, sees: 0.8, milliseconds: 60 },
  4: { thinks: 0.45, sees: 0.9, milliseconds: 100 },
  5: { thinks: 0.65, sees: 0.96, milliseconds: 150 },
  6: { thinks: 0.82, sees: 1, milliseconds: 250 },
  7: { thinks: 0.94, sees: 1, milliseconds: 400 },
  8: { thinks: 1, sees: 1, milliseconds: 800 },
};

export interface World {
  nowMs: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  random: () => number;
}

/** The computer's move. The position must not be over. */
export function choose(position: Position, level: Level, world: World): Move {
  if (position.variant.swaps) {
    const { milliseconds } = HABITS[level];
    return chooseInSwap2(position, milliseconds, world, (plain) => choose(plain, level, world));
  }
  const { thinks, sees, milliseconds } = HABITS[level];
  if (world.random() < thinks) return strongest(position, milliseconds, world);
  if (world.random() < sees) {
    const urgent = winningMove(position) ?? savingMove(position);
    if (urgent !== null) return urgent;
  }
  return natural(position, world);
}

function strongest(position: Position, milliseconds: number, world: World): Move {
  const { variant } = position;
  if (variant.hasBoards) return bestByPlayouts(position, milliseconds, world);
  if (variant.mostMarks !== null) return bestVanishing(position, world);
  if (variant.makerBreaker) return bestByOrder(position, milliseconds, world);
  return variant.rows * variant.cols <= 9 ? bestExact(position, world) : bestByLines(position, milliseconds, world);
}

function winningMove(position: Position): Move | null {
  const mover = toMove(position);
  return legalMoves(position).find((move) => play(position, move).outcome?.winner === mover) ?? null;
}

/** The move that blocks the opponent's immediate win. */
function savingMove(position: Position): Move | null {
  const { hasBoards, choosesMark, lineLoses, mostMarks } = position.variant;
  if (hasBoards || choosesMark || lineLoses || mostMarks !== null) {
    return legalMoves(position).find((move) => isSafe(play(position, move))) ?? null;
  }
  const theirs = winningMove({ ...position, ply: position.ply + 1 });
  return theirs === null ? null : { cell: theirs.cell, mark: toMove(position) };
}

function isSafe(after: Position): boolean {
  return after.outcome === null ? winningMove(after) === null : after.outcome.winner !== toMove(after);
}

/** The move of a player who does not look ahead: near the middle, or near other marks. */
function natural(position: Position, world: World): Move {
  const { rows, cols, hasBoards } = position.variant;
  const held = [...position.cells].flatMap((mark, cell) => (mark === "." ? [] : [cell]));
  const distance = (a: number, b: number): number =>
    Math.max(Math.abs(Math.floor(a / cols) - Math.floor(b / cols)), Math.abs((a % cols) - (b % cols)));
  const middle = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
  const around = held.length === 0 || hasBoards || rows * cols <= 9 ? [middle] : held;
  const weighed = legalMoves(position).map((move) => {
    const near = Math.min(...around.map((cell) => distance(cell, move.cell)));
    return { move, weight: hasBoards ? 1 : 1 / (1 + near) ** (rows > 3 ? 4 : 1) };
  });
  let left = world.random() * weighed.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = weighed.find(({ weight }) => (left -= weight) <= 0) ?? weighed[0];
  if (chosen === undefined) throw new Error("the game is over");
  return chosen.move;
}
