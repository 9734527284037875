// The computer in Swap2: opens with three balanced marks, and chooses the side that is better. Otherwise it is gomoku.

import { legalMoves, play, type Move, type Position } from "../rules/position";
import { choicesIn, nextMark } from "../rules/swap2";
import type { World } from "./choose";
import { searchLines } from "./lines";

// Rows and columns from the middle of the marks X, O and X: the same as the server's.
const OPENINGS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [-1, -2],
    [0, 3],
    [-2, 3],
  ],
  [
    [-1, 0],
    [1, 1],
    [3, -4],
  ],
  [
    [-1, -2],
    [-4, -3],
    [2, 4],
  ],
  [
    [-2, 1],
    [4, 1],
    [-4, -4],
  ],
  [
    [-3, 4],
    [1, 2],
    [0, 4],
  ],
  [
    [0, 1],
    [-1, 0],
    [-4, 0],
  ],
  [
    [1, -1],
    [2, -1],
    [3, 4],
  ],
  [
    [-1, 0],
    [3, -3],
    [-4, -4],
  ],
];
const TURNS: readonly ((at: readonly [number, number]) => readonly [number, number])[] = [
  ([down, right]) => [down, right],
  ([down, right]) => [right, -down],
  ([down, right]) => [-down, -right],
  ([down, right]) => [-right, down],
];
const REACH = 3;
const TRIED = 8;

/** The computer's move. `chooseIn` finds one in plain gomoku. */
export function chooseInSwap2(
  position: Position,
  milliseconds: number,
  world: World,
  chooseIn: (plain: Position) => Move,
): Move {
  const mark = nextMark(position.cells);
  const pick = (cells: readonly number[]): Move => {
    const cell = cells[Math.floor(world.random() * cells.length)];
    if (cell === undefined) throw new Error("the game is over");
    return { cell, mark };
  };
  if (position.stage === "place") {
    const known = openingCells(position);
    return pick(known.length > 0 ? known : near(position));
  }
  if (position.stage === "add")
    return mark === "O" ? chooseIn(plainOf(position)) : balancing(position, milliseconds, world);
  const [take] = choicesIn(position);
  if (take === undefined) return chooseIn(plainOf(position));
  const { value } = searchLines(plainOf(position), milliseconds, world);
  return value >= 0 ? chooseIn(plainOf(position)) : { cell: take, mark };
}

/** The same marks in a game without the opening, with the same mark to place. */
function plainOf(position: Position): Position {
  const ply = position.cells.replaceAll(".", "").length;
  return { ...position, variant: { ...position.variant, swaps: false }, stage: "", ply };
}

/** The empty cells where the next mark leads to a balanced opening, whatever its rotation. */
function openingCells({ variant, cells }: Position): number[] {
  const middle = [Math.floor(variant.rows / 2), Math.floor(variant.cols / 2)] as const;
  const next = nextMark(cells);
  return OPENINGS.flatMap((opening) =>
    TURNS.flatMap((turn) => {
      const marks = new Map(
        opening.map((at, nth) => {
          const [down, right] = turn(at);
          return [(middle[0] + down) * variant.cols + middle[1] + right, nth === 1 ? "O" : "X"] as const;
        }),
      );
      const isOnTheWay = [...cells].every((held, cell) => held === "." || marks.get(cell) === held);
      if (!isOnTheWay) return [];
      return [...marks].filter(([cell, mark]) => mark === next && cells[cell] === ".").map(([cell]) => cell);
    }),
  );
}

/** The empty cells near the marks, or near the middle. */
function near({ variant, cells }: Position): number[] {
  const { rows, cols } = variant;
  const held = [...cells].flatMap((mark, cell) => (mark === "." ? [] : [cell]));
  const around = held.length > 0 ? held : [Math.floor(rows / 2) * cols + Math.floor(cols / 2)];
  const isNear = (one: number, other: number): boolean =>
    Math.abs(Math.floor(one / cols) - Math.floor(other / cols)) <= REACH &&
    Math.abs((one % cols) - (other % cols)) <= REACH;
  return [...cells.split("").keys()].filter(
    (cell) => cells[cell] === "." && around.some((other) => isNear(cell, other)),
  );
}

/** A cell for X after which neither side is much better, as far as a short search tells. */
function balancing(position: Position, milliseconds: number, world: World): Move {
  const plain = plainOf(position);
  const cells = near(position);
  const tried = Array.from({ length: TRIED }, () => cells[Math.floor(world.random() * cells.length)] ?? 0);
  const moves = legalMoves(plain).filter(({ cell }) => tried.includes(cell));
  const judged = moves.map((move) => ({
    move,
    value: Math.abs(searchLines(play(plain, move), milliseconds / TRIED, world).value),
  }));
  const best = judged.reduce((one, other) => (other.value < one.value ? other : one));
  return best.move;
}
