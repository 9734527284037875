// The lessons: a few positions for each variant, with their correct moves. The texts are in the locales. Pure.

import { cellAt, NINE, placeInBoard, smallBoardOf } from "../rules/grid";
import { isLegal, legalMoves, play, start, type Move, type Position } from "../rules/position";
import { restore } from "../rules/restore";
import { choicesIn, type Stage } from "../rules/swap2";
import { vanishingAfter } from "../rules/vanishing";
import { findVariant, type Variant } from "../rules/variants";

export interface Step {
  /** The starting position; null continues from the step before. */
  position: Position | null;
  isRight: (position: Position, move: Move) => boolean;
  /** The opponent's reply to a correct move. */
  reply?: (after: Position) => Move;
}

export interface Lesson {
  variant: Variant;
  steps: readonly Step[];
}

const wins = (position: Position, move: Move): boolean => {
  const { outcome } = play(position, move);
  return outcome !== null && outcome.winner === move.mark;
};
const anywhere = (): boolean => true;
const at =
  (...cells: number[]) =>
  (_: Position, move: Move): boolean =>
    cells.includes(move.cell);

function variantOf(name: string): Variant {
  const variant = findVariant(name);
  if (variant === null) throw new Error(`there is no variant ${name}`);
  return variant;
}

/** A position with these marks and X to move. A dot is an empty cell, and omitted cells are empty. */
function marked(name: string, ...rows: string[]): Position {
  const begun = start(variantOf(name));
  const cells = rows.map((row) => row.padEnd(begun.variant.cols, ".")).join("");
  return { ...begun, cells: cells.padEnd(begun.cells.length, "."), ply: 2 };
}

/** The same, with O to move. */
function forChaos(name: string, ...rows: string[]): Position {
  return { ...marked(name, ...rows), ply: 3 };
}

/** A position of Swap2 with these marks. */
function opened(stage: Stage, ...rows: string[]): Position {
  const { variant, cells } = marked("gomoku-swap2", ...rows);
  return restore(variant, cells, null, [], stage);
}

/** A position of Vanishing after these cells were played. */
function played(...history: number[]): Position {
  return vanishingAfter(variantOf("vanishing"), history, history.length);
}

function ultimate(
  marks: Readonly<Record<number, string>>,
  boards: string,
  openBoards: readonly number[],
  name = "ultimate",
): Position {
  const cells = Array.from({ length: 81 }, () => ".");
  for (const [board, nine] of Object.entries(marks)) {
    [...nine].forEach((mark, place) => (cells[cellAt(Number(board), place)] = mark));
  }
  return { ...start(variantOf(name)), cells: cells.join(""), boards, openBoards, ply: 2 };
}

/** The end of a game with these boards won, in which only the last one, with these marks, is open. */
function majority(boards: string, last: string): Position {
  const marks = [...boards].map((winner) => (winner === "." ? last : winner.repeat(3).padEnd(9, ".")));
  return ultimate({ ...marks }, boards, [boards.indexOf(".")], "ultimate-majority");
}

/** O replies in the board it was sent to, in a corner that sends X to a third board. */
function answerInOpenBoard(after: Position): Move {
  const moves = legalMoves(after);
  const elsewhere = moves.find(({ cell }) => ![4, smallBoardOf(cell)].includes(placeInBoard(cell)));
  const move = elsewhere ?? moves[0];
  if (move === undefined) throw new Error("the game is over");
  return move;
}

const LINE_OF_X = "XXX......";
const DIAGONAL_OF_X = "X...X...X";

export const LESSONS: readonly Lesson[] = [
  {
    variant: variantOf("ultimate"),
    steps: [
      {
        position: start(variantOf("ultimate")),
        isRight: (_, { cell }) => smallBoardOf(cell) === 4 && placeInBoard(cell) !== 4,
        reply: answerInOpenBoard,
      },
      { position: null, isRight: anywhere },
      { position: ultimate({ 0: "XX.O.....", 4: "...O....." }, ".........", [0]), isRight: at(cellAt(0, 2)) },
      {
        position: ultimate(
          { 0: LINE_OF_X, 4: "O........" },
          "X........",
          NINE.filter((board) => board !== 0),
        ),
        isRight: anywhere,
      },
      {
        position: ultimate(
          { 0: LINE_OF_X, 4: DIAGONAL_OF_X, 8: "X..OXO...", 2: "OO.......", 6: "O.O......" },
          "X...X....",
          [8],
        ),
        isRight: wins,
      },
    ],
  },
  {
    variant: variantOf("classic"),
    steps: [
      { position: marked("classic", "XX.", "OO."), isRight: wins },
      { position: marked("classic", "X..", "XO.", "O.."), isRight: at(2) },
    ],
  },
  { variant: variantOf("misere"), steps: [{ position: marked("misere", "XX.", "O.O"), isRight: at(4, 6, 7, 8) }] },
  { variant: variantOf("wild"), steps: [{ position: marked("wild", "O.O", ".X.", "X.."), isRight: wildWin }] },
  { variant: variantOf("4x4"), steps: [{ position: marked("4x4", "XXX.", "OOO."), isRight: wins }] },
  { variant: variantOf("6x6"), steps: [{ position: marked("6x6", "", ".OOO", "..XXX"), isRight: wins }] },
  { variant: variantOf("9x9"), steps: [{ position: marked("9x9", "", "", "..OOO.O", "..XXXX"), isRight: wins }] },
  {
    variant: variantOf("gomoku"),
    steps: [
      { position: marked("gomoku", "", "", "", "", ".....OOO", ".....XXXX"), isRight: wins },
      { position: marked("gomoku", "", "", "", "", "....XOOOO", ".....XXX"), isRight: at(4 * 15 + 9) },
    ],
  },
  {
    variant: variantOf("gomoku-exact"),
    steps: [{ position: marked("gomoku-exact", "", "", "", "..XXX.XX", ".OOO..OO", "..XXXX"), isRight: wins }],
  },
  {
    variant: variantOf("caro"),
    steps: [
      { position: marked("caro", "", "", "", "..OXXXX.O", "", "..OXXXX"), isRight: wins },
      { position: marked("caro", "", "", "", "", "....XOOOO", ".....XXX"), isRight: at(4 * 15 + 9, 4 * 15 + 10) },
    ],
  },
  {
    variant: variantOf("gomoku-swap2"),
    steps: [
      {
        position: opened("choose_again", "", "", "", "", "", "", ".......XXX", "......O", "........O"),
        isRight: (position, { cell }) => choicesIn(position).includes(cell),
      },
      { position: opened("returned", "", "", "", "", "", "", ".......XXXX", "......OO", "........OO"), isRight: wins },
    ],
  },
  {
    variant: variantOf("connect-four"),
    steps: [
      { position: marked("connect-four", "", "", "", "X", "X..O", "XO.OO"), isRight: wins },
      { position: marked("connect-four", "", "", "", "", "..X.X", ".OOOX.X"), isRight: at(35) },
    ],
  },
  {
    variant: variantOf("notakto"),
    steps: [{ position: marked("notakto", "XX.", "...", "X.."), isRight: at(4, 5, 7, 8) }],
  },
  {
    variant: variantOf("ultimate-majority"),
    steps: [{ position: majority("XOXXOOOX.", "XX.OO...."), isRight: wins }],
  },
  {
    variant: variantOf("order-and-chaos"),
    steps: [
      { position: marked("order-and-chaos", ".X", "OO.OOX", "..X", ".O"), isRight: wildWin },
      { position: forChaos("order-and-chaos", "..X", "", ".XXXXO", "...O"), isRight: stopsOrder },
    ],
  },
  {
    variant: variantOf("vanishing"),
    steps: [
      { position: played(0, 1, 4, 6, 5, 2), isRight: wins },
      { position: played(0, 1, 2, 3, 6, 4), isRight: at(5) },
    ],
  },
];

/** Whether this move wins in wild, where either mark may complete the line. */
function wildWin(position: Position, move: Move): boolean {
  return play(position, move).outcome !== null;
}

/** Whether Order cannot complete a line after this move. */
function stopsOrder(position: Position, move: Move): boolean {
  const after = play(position, move);
  return after.outcome === null && legalMoves(after).every((next) => play(after, next).outcome === null);
}

/** The starting position of a step, after the steps before it. */
export function beginOf(step: Step, before: Position | null): Position {
  return step.position ?? before ?? start(variantOf("classic"));
}

/** The result of a move: null if it is wrong, otherwise the position after it and the opponent's reply. */
export function attempt(step: Step, position: Position, move: Move): Position | null {
  if (!isLegal(position, move) || !step.isRight(position, move)) return null;
  const after = play(position, move);
  return step.reply === undefined || after.outcome !== null ? after : play(after, step.reply(after));
}

/** A correct move, as a hint. */
export function solutionOf(step: Step, position: Position): Move | null {
  return legalMoves(position).find((move) => step.isRight(position, move)) ?? null;
}
