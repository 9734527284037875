// A puzzle as a position, with the moves that win. Pure.

import type { Seat } from "../messages";
import { movesFrom } from "../rules/notation";
import { play, type Move, type Position } from "../rules/position";
import { restore } from "../rules/restore";
import { findVariant } from "../rules/variants";

export interface Puzzle {
  id: string;
  variant: string;
  cells: string;
  boards: string;
  openBoards: readonly number[];
  /** In Vanishing the cells that hold marks, oldest first. */
  order?: readonly number[];
  turn: Seat;
  /** How many moves the solver needs to win. */
  moves: number;
  /** From 1 to 5. */
  difficulty: number;
  date?: string | null;
}

export interface PuzzleVerdict {
  solved: boolean;
  /** Both sides' moves to the end. */
  solution?: readonly string[];
}

/** Null for a variant that this page does not know. */
export function positionOf(puzzle: Puzzle): Position | null {
  const variant = findVariant(puzzle.variant);
  if (variant === null) return null;
  const { cells, boards, openBoards } = puzzle;
  if (variant.mostMarks !== null) return restore(variant, cells, null, puzzle.order);
  // A puzzle of Swap2 comes after the opening.
  const stage = variant.swaps ? "kept" : "";
  return {
    variant,
    cells,
    ply: cells.replaceAll(".", "").length,
    history: [],
    boards,
    openBoards,
    stage,
    outcome: null,
  };
}

/** The position after the moves with these names, and the moves themselves. */
export function afterMoves(begun: Position, names: readonly string[]): { position: Position; moves: Move[] } {
  const moves = movesFrom(begun, names);
  return { position: moves.reduce(play, begun), moves };
}
