// Every game there is, by name: those that the server's registry lists, and boards of free size such as mnk-5x7-4.

import { VARIANTS } from "../messages";

export interface Variant {
  name: string;
  rows: number;
  cols: number;
  inARow: number;
  /** Whether the mover chooses which mark to place. */
  choosesMark: boolean;
  /** Nine small boards make up the grid. */
  hasBoards: boolean;
}

const FREE_SIZE = /^mnk-([1-9]\d?)x([1-9]\d?)-([1-9]\d?)$/;
const LARGEST_SIDE = 19;

/** The variant of this name, or null when there is none. */
export function findVariant(name: string): Variant | null {
  return VARIANTS.find((variant) => variant.name === name) ?? freeSize(name);
}

function freeSize(name: string): Variant | null {
  const measures = FREE_SIZE.exec(name);
  if (measures === null) return null;
  const [rows = 0, cols = 0, inARow = 0] = measures.slice(1).map(Number);
  const isPlayable =
    Math.min(rows, cols) >= 3 && inARow >= 3 && inARow <= Math.max(rows, cols) && Math.max(rows, cols) <= LARGEST_SIDE;
  return isPlayable ? { name, rows, cols, inARow, choosesMark: false, hasBoards: false } : null;
}
