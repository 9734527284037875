import { expect, test } from "vitest";
import { boardOf, isComputersTurn, newGame, read, withMove, withoutLast, written } from "../../src/local/game";
import { findVariant, type Variant } from "../../src/rules/variants";
import { ANN, BOB } from "../boards";

const classic = findVariant("classic") as Variant;
const players = { X: ANN, O: BOB };

function played(...cells: number[]): ReturnType<typeof newGame> {
  return cells.reduce(
    (game, cell, index) => withMove(game, { cell, mark: index % 2 === 0 ? "X" : "O" }),
    newGame(classic, null),
  );
}

test("shows a won game as the server would", () => {
  const board = boardOf(played(0, 3, 1, 4, 2), players);
  expect(board).toMatchObject({ phase: "finished", turn: null, cells: "XXXOO....", ply: 5 });
  expect(board.result).toEqual({ winner: "X", reason: "line", line: [0, 1, 2] });
  expect(board.lastMove).toEqual({ position: 2, mark: "X", seat: "X" });
});

test("takes back one move for two people, and two against the computer", () => {
  expect(withoutLast(played(0, 3, 1)).moves).toHaveLength(2);
  const alone = { ...played(0, 3), computer: { seat: "O", level: 3 } as const };
  expect(withoutLast(alone).moves).toHaveLength(0);
  // The computer's first move stays.
  const second = { ...played(0, 3, 1), computer: { seat: "X", level: 3 } as const };
  expect(withoutLast(second).moves).toHaveLength(1);
});

test("does not give the player the computer's turn", () => {
  expect(isComputersTurn({ ...played(0), computer: { seat: "O", level: 1 } })).toBe(true);
  expect(isComputersTurn({ ...played(0, 1), computer: { seat: "O", level: 1 } })).toBe(false);
  expect(isComputersTurn({ ...played(0, 3, 1, 4, 2), computer: { seat: "O", level: 1 } })).toBe(false);
});

test("reads back what is stored, and ignores nonsense", () => {
  const game = { ...played(0, 3, 1), computer: { seat: "O", level: 3 } as const };
  expect(read(written(game))).toEqual(game);
  for (const text of [null, "", "{", "null", '{"game":"classic.a1a1"}', '{"game":7}']) expect(read(text)).toBeNull();
});
