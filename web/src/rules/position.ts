// A position of any variant as a value: playing a move returns a new position. The same rules as the server's, for
// play without it; the server's golden games test both.

import type { Seat } from "../messages";
import { cellAt, completedAt, landingCell, linesIn, madeAt, NINE, placeInBoard, smallBoardOf } from "./grid";
import { choicesIn, firstStage, nextMark, seatToMove, stageAfter, type Stage } from "./swap2";
import { vanishingAfter } from "./vanishing";
import type { Variant } from "./variants";

export interface Move {
  cell: number;
  /** The mover's own mark. In wild the mover chooses it, in Notakto it is always X, and in Swap2 the marks alternate. */
  mark: Seat;
}

export interface Outcome {
  /** The seat that won, or null for a draw. */
  winner: Seat | null;
  reason: "line" | "full" | "repetition" | "move_limit";
  /** The cells to highlight. */
  line: readonly number[];
}

export interface Position {
  variant: Variant;
  cells: string;
  ply: number;
  /** The cells played, oldest first, where their order matters. Otherwise empty. */
  history: readonly number[];
  /** One character for each small board: X or O (its winner), `=` (drawn) or `.` (open). Otherwise empty. */
  boards: string;
  openBoards: readonly number[];
  /** Where the Swap2 opening stands; empty in other variants. */
  stage: Stage | "";
  outcome: Outcome | null;
}

export class IllegalMove extends Error {}

export function start(variant: Variant): Position {
  const { hasBoards } = variant;
  return {
    variant,
    cells: ".".repeat(variant.rows * variant.cols),
    ply: 0,
    history: [],
    boards: hasBoards ? ".".repeat(9) : "",
    openBoards: hasBoards ? NINE : [],
    stage: firstStage(variant),
    outcome: null,
  };
}

export function toMove(position: Pick<Position, "cells" | "stage" | "ply">): Seat {
  if (position.stage !== "") return seatToMove(position.stage, position.cells);
  return position.ply % 2 === 0 ? "X" : "O";
}

/** The mark that a player places when there is no choice. */
export function ownMark({ singleMark, swaps }: Variant, seat: Seat, cells: string): Seat {
  return swaps ? nextMark(cells) : singleMark ? "X" : seat;
}

export function isLegal(position: Position, { cell, mark }: Move): boolean {
  const { variant, cells } = position;
  if (position.outcome !== null) return false;
  if (mark !== ownMark(variant, toMove(position), cells) && !variant.choosesMark) return false;
  if (choicesIn(position).includes(cell)) return true;
  if (cells[cell] !== ".") return false;
  if (landingCell(variant, cells, cell) !== cell) return false;
  return !variant.hasBoards || position.openBoards.includes(smallBoardOf(cell));
}

export function legalMoves(position: Position): Move[] {
  const { variant } = position;
  const marks: readonly Seat[] = variant.choosesMark
    ? ["X", "O"]
    : [ownMark(variant, toMove(position), position.cells)];
  const numbers = [...position.cells.split("").keys(), ...choicesIn(position)];
  const moves = numbers.flatMap((cell) => marks.map((mark) => ({ cell, mark })));
  return moves.filter((move) => isLegal(position, move));
}

/** The position after the move. Throws IllegalMove. */
export function play(position: Position, move: Move): Position {
  if (!isLegal(position, move)) throw new IllegalMove(`${move.mark} at ${move.cell}`);
  const { variant, history, ply } = position;
  if (variant.mostMarks !== null) return vanishingAfter(variant, [...history, move.cell], ply + 1);
  const isChoice = move.cell >= position.cells.length;
  const cells = isChoice ? position.cells : put(position.cells, move.cell, move.mark);
  const next = { ...position, cells, ply: ply + 1, stage: stageAfter(position, move.cell, cells) };
  if (isChoice) return next;
  return variant.hasBoards ? afterUltimate(next, move) : afterMnk(next, move);
}

/** The position after all of these. Throws IllegalMove. */
export function replay(variant: Variant, moves: readonly Move[]): Position {
  return moves.reduce(play, start(variant));
}

function afterMnk(next: Position, { cell }: Move): Position {
  const { variant, cells } = next;
  const line = madeAt(variant, cells, cell);
  // The turn has already passed to the opponent of the player who completed the line.
  const mover = toMove(next) === "X" ? "O" : "X";
  if (line.length > 0) {
    return { ...next, outcome: { winner: lineWinner(variant, mover), reason: "line", line } };
  }
  return cells.includes(".") ? next : { ...next, outcome: whenFull(variant, "") };
}

function afterUltimate(next: Position, { cell, mark }: Move): Position {
  const board = smallBoardOf(cell);
  const nine = NINE.map((place) => next.cells[cellAt(board, place)]).join("");
  const lines = linesIn(next.variant);
  const isWon = completedAt(nine, lines, placeInBoard(cell)).length > 0;
  const boards = isWon
    ? put(next.boards, board, mark)
    : nine.includes(".")
      ? next.boards
      : put(next.boards, board, "=");
  const won = isWon ? completedAt(boards, lines, board) : [];
  if (won.length > 0) {
    const line = won.flatMap((one) => NINE.map((place) => cellAt(one, place))).sort((a, b) => a - b);
    return { ...next, boards, openBoards: [], outcome: { winner: mark, reason: "line", line } };
  }
  const open = NINE.filter((one) => boards[one] === ".");
  if (open.length === 0) return { ...next, boards, openBoards: [], outcome: whenFull(next.variant, boards) };
  const target = placeInBoard(cell);
  return { ...next, boards, openBoards: boards[target] === "." ? [target] : open };
}

const DRAW: Outcome = { winner: null, reason: "full", line: [] };

/** The seat that wins when `mover` completes a line. */
export function lineWinner({ lineLoses, makerBreaker }: Variant, mover: Seat): Seat {
  if (makerBreaker) return "X";
  return lineLoses ? (mover === "X" ? "O" : "X") : mover;
}

/** How a game ends without a line when the board is full, or in Ultimate when all small boards are closed. */
export function whenFull({ makerBreaker, mostBoardsWin }: Variant, boards: string): Outcome {
  if (makerBreaker) return { ...DRAW, winner: "O" };
  const lead = boards.replace(/[^X]/g, "").length - boards.replace(/[^O]/g, "").length;
  return lead === 0 || !mostBoardsWin ? DRAW : { ...DRAW, winner: lead > 0 ? "X" : "O" };
}

function put(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}
