// Every variant by name: those in the server's registry, and boards of any size such as mnk-5x7-4.

import { VARIANTS } from "../messages";

/** Which lines count: any, those that are part of no longer row, or those without an opponent's mark at both ends. */
export type LineRule = "any" | "exact" | "unblocked";

export interface Variant {
  name: string;
  rows: number;
  cols: number;
  inARow: number;
  /** Whether the mover chooses which mark to place. */
  choosesMark: boolean;
  /** Whether both players place X. */
  singleMark: boolean;
  /** Whether completing a line loses instead of winning. */
  lineLoses: boolean;
  /** Whether X wins with a line that either player completes, and O wins when the board is full without one. */
  makerBreaker: boolean;
  lineRule: LineRule;
  /** Whether a mark falls to the lowest empty cell of its column. */
  gravity: boolean;
  /** Whether the game begins with the Swap2 opening. */
  swaps: boolean;
  /** How many marks a player can have on the board: one more removes the oldest. Null: any number. */
  mostMarks: number | null;
  /** Whether the grid consists of nine small boards. */
  hasBoards: boolean;
  /** Whether the player with more small boards wins when nothing is left to play. */
  mostBoardsWin: boolean;
}

const FREE_SIZE = /^mnk-([1-9]\d?)x([1-9]\d?)-([1-9]\d?)$/;
const LARGEST_SIDE = 20;
const PLAIN = {
  choosesMark: false,
  singleMark: false,
  lineLoses: false,
  makerBreaker: false,
  lineRule: "any",
  gravity: false,
  swaps: false,
  mostMarks: null,
  hasBoards: false,
  mostBoardsWin: false,
} as const;

/** The variant with this name, or null if there is none. */
export function findVariant(name: string): Variant | null {
  return VARIANTS.find((variant) => variant.name === name) ?? freeSize(name);
}

function freeSize(name: string): Variant | null {
  const measures = FREE_SIZE.exec(name);
  if (measures === null) return null;
  const [rows = 0, cols = 0, inARow = 0] = measures.slice(1).map(Number);
  const isPlayable =
    Math.min(rows, cols) >= 3 && inARow >= 3 && inARow <= Math.max(rows, cols) && Math.max(rows, cols) <= LARGEST_SIDE;
  return isPlayable ? { ...PLAIN, name, rows, cols, inARow } : null;
}
