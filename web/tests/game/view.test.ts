import { expect, test } from "vitest";
import { withBoard, withPending } from "../../src/game/state";
import { boardView } from "../../src/game/view";
import { board, ultimate } from "../boards";

test("draws a pending move and marks it", () => {
  const state = withPending(withBoard(undefined, board()), { id: "c", ply: 0, position: 4, mark: "X" });
  expect(boardView(state, "X").cells[4]).toEqual({
    held: "X",
    isPending: true,
    isIntended: false,
    isHinted: false,
    isFading: false,
    isLast: false,
    inLine: false,
    canPlay: false,
    plays: 4,
  });
});

test("a tap anywhere in a column of Connect Four plays its lowest empty cell", () => {
  const state = board({ variant: "connect-four", rows: 6, cols: 7, cells: `${".".repeat(35)}XO.....`, ply: 2 });
  const { cells } = boardView(withBoard(undefined, state), "X");
  expect([0, 28, 2, 37].map((cell) => cells[cell]?.plays)).toEqual([28, 28, 37, 37]);
  expect([0, 28, 2, 37].map((cell) => cells[cell]?.canPlay)).toEqual([true, true, true, true]);
  expect(cells[35]?.canPlay).toBe(false);
});

test("the mark that goes next fades, as long as the game goes on", () => {
  const state = board({ variant: "vanishing", cells: "XOO.XXO..", order: [4, 1, 0, 2, 5, 6], ply: 6 });
  const fading = (changes: Partial<typeof state>): number[] =>
    boardView(withBoard(undefined, { ...state, ...changes }), "X").cells.flatMap((cell, index) =>
      cell.isFading ? [index] : [],
    );
  expect(fading({})).toEqual([4]);
  expect(fading({ cells: "XOO.XX...", order: [4, 1, 0, 2, 5], turn: "O" })).toEqual([]);
  expect(fading({ result: { winner: null, reason: "agreed", line: [] }, phase: "finished" })).toEqual([]);
});

test("the last move and the winning line are marked", () => {
  const state = board({
    phase: "finished",
    turn: null,
    cells: "XXXOO....",
    lastMove: { position: 2, mark: "X", seat: "X" },
    result: { winner: "X", reason: "line", line: [0, 1, 2] },
  });
  const view = boardView(withBoard(undefined, state), "X");
  expect(view.cells.map((cell) => cell.inLine)).toEqual([true, true, true, false, false, false, false, false, false]);
  expect(view.cells[2]?.isLast).toBe(true);
  expect(view.isOver).toBe(true);
});

test("Ultimate shows which small boards are open and which are won", () => {
  const view = boardView(withBoard(undefined, ultimate({ boards: "X.......=", openBoards: [4] })), "X");
  expect(view.smallBoards[0]).toEqual({ held: "X", isOpen: false, inLine: false });
  expect(view.smallBoards[4]).toEqual({ held: ".", isOpen: true, inLine: false });
  expect(view.cells[40]?.canPlay).toBe(true);
  expect(view.cells[41 + 9 * 3]?.canPlay).toBe(false);
});
