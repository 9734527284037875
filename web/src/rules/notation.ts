// Text for cells, moves and whole games, as the server writes it: columns are letters from the left, rows are numbers
// from the top, so cell 0 is a1. A game is its variant and its moves, `classic.b2a1c3`, and fits into an address.

import { IllegalMove, play, start, toMove, type Move, type Position } from "./position";
import { findVariant, type Variant } from "./variants";

const LONGEST_TEXT = 1_500;
const MOVE = /([XO]?)([a-s])([1-9]\d?)/g;
const MOVES = /^(?:[XO]?[a-s][1-9]\d?)+$/;

export function cellName(cols: number, cell: number): string {
  return `${String.fromCharCode(97 + (cell % cols))}${Math.floor(cell / cols) + 1}`;
}

export function moveName(variant: Variant, move: Move): string {
  return `${variant.choosesMark ? move.mark : ""}${cellName(variant.cols, move.cell)}`;
}

export function gameText(variant: Variant, moves: readonly Move[]): string {
  const named = moves.map((move) => moveName(variant, move)).join("");
  return named === "" ? variant.name : `${variant.name}.${named}`;
}

export interface ParsedGame {
  variant: Variant;
  moves: readonly Move[];
}

/** The game of this text, or null when it is none or holds a move that the rules refuse. */
export function parseGame(text: string): ParsedGame | null {
  const [name = "", played, ...more] = text.split(".");
  const variant = findVariant(name);
  if (variant === null || more.length > 0 || text.length > LONGEST_TEXT) return null;
  if (played === undefined) return { variant, moves: [] };
  if (!MOVES.test(played)) return null;
  return parseMoves(variant, played);
}

function parseMoves(variant: Variant, played: string): ParsedGame | null {
  let position: Position = start(variant);
  const moves: Move[] = [];
  for (const [, mark = "", letter = "", row = ""] of played.matchAll(MOVE)) {
    const col = letter.charCodeAt(0) - 97;
    if (col >= variant.cols || Number(row) > variant.rows || (mark !== "") !== variant.choosesMark) return null;
    const cell = (Number(row) - 1) * variant.cols + col;
    const move: Move = { cell, mark: mark === "X" || mark === "O" ? mark : toMove(position) };
    try {
      position = play(position, move);
    } catch (error) {
      if (error instanceof IllegalMove) return null;
      throw error;
    }
    moves.push(move);
  }
  return { variant, moves };
}
