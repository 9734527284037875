// Text for cells, moves and whole games, as the server writes it: columns are letters from the left, rows are numbers
// from the top, so cell 0 is a1. A game is its variant and its moves, `classic.b2a1c3`, and fits into a URL.

import { IllegalMove, ownMark, play, start, toMove, type Move, type Position } from "./position";
import { CHOICE_NAMES, choiceName, nextMark } from "./swap2";
import { findVariant, type Variant } from "./variants";

const LONGEST_TEXT = 1_500;
const MOVE = /[XO]?[a-t][1-9]\d?|take|more/g;
const ONE_MOVE = /^([XO]?)([a-t])([1-9]\d?)$/;
const MOVES = /^(?:[XO]?[a-t][1-9]\d?|take|more)+$/;

export function cellName(cols: number, cell: number): string {
  return `${String.fromCharCode(97 + (cell % cols))}${Math.floor(cell / cols) + 1}`;
}

/** The cell with this name. */
export function cellNamed(cols: number, name: string): number {
  return (Number(name.slice(1)) - 1) * cols + name.charCodeAt(0) - 97;
}

export function moveName(variant: Variant, move: Move): string {
  const choice = choiceName(variant, move.cell);
  if (choice !== null) return choice;
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

/** The game in this text, or null if the text is invalid or contains an illegal move. */
export function parseGame(text: string): ParsedGame | null {
  const [name = "", played, ...more] = text.split(".");
  const variant = findVariant(name);
  if (variant === null || more.length > 0 || text.length > LONGEST_TEXT) return null;
  if (played === undefined) return { variant, moves: [] };
  if (!MOVES.test(played)) return null;
  try {
    return { variant, moves: movesFrom(start(variant), played.match(MOVE) ?? []) };
  } catch (error) {
    if (error instanceof IllegalMove) return null;
    throw error;
  }
}

/** The moves with these names, played from this position. Throws IllegalMove, also for invalid names. */
export function movesFrom(position: Position, names: readonly string[]): Move[] {
  const { variant } = position;
  const moved = (move: Move): Move => {
    position = play(position, move);
    return move;
  };
  return names.map((name) => {
    const choice = variant.swaps ? CHOICE_NAMES.findIndex((one) => one === name) : -1;
    if (choice >= 0) return moved({ cell: variant.rows * variant.cols + choice, mark: nextMark(position.cells) });
    const [, mark = "", letter = "", row = ""] = ONE_MOVE.exec(name) ?? [];
    const col = letter.charCodeAt(0) - 97;
    const isOurs = col < variant.cols && Number(row) <= variant.rows && (mark !== "") === variant.choosesMark;
    if (!isOurs) throw new IllegalMove(name);
    const cell = (Number(row) - 1) * variant.cols + col;
    const move: Move = {
      cell,
      mark: mark === "X" || mark === "O" ? mark : ownMark(variant, toMove(position), position.cells),
    };
    return moved(move);
  });
}
