import { describe, expect, test } from "vitest";
import { cellAfterKey, placeOf } from "../../src/game/grid";
import { placeInBoard, smallBoardOf } from "../../src/rules/grid";
import { cellName } from "../../src/rules/notation";
import { words } from "../../src/words";

test("names cells as the server does", () => {
  expect([0, 4, 8].map((cell) => cellName(3, cell))).toEqual(["a1", "b2", "c3"]);
  expect(cellName(15, 224)).toBe("o15");
});

test("cells of Ultimate belong to small boards as on the server", () => {
  const cells = Array.from({ length: 81 }, (_, cell) => cell);
  expect(cells.map((cell) => `${smallBoardOf(cell)}${placeInBoard(cell)}`)).toEqual(
    cells.map((cell) => {
      const [row, col] = [Math.floor(cell / 9), cell % 9];
      return `${Math.floor(row / 3) * 3 + Math.floor(col / 3)}${(row % 3) * 3 + (col % 3)}`;
    }),
  );
});

test("names places as people do", () => {
  const said = (rows: number, cols: number, boards: string | null, cell: number): string =>
    words.place(placeOf({ rows, cols, boards }, cell));
  expect(said(3, 3, null, 0)).toBe("top left");
  expect(said(3, 3, "", 4)).toBe("centre");
  expect(said(9, 9, ".........", 80)).toBe("bottom right board, bottom right");
  expect(said(6, 6, null, 7)).toBe("row 2, column 2");
});

describe("arrow keys", () => {
  test("move to the neighbour and stop at the edge", () => {
    expect(cellAfterKey("ArrowRight", 0, 3, 3)).toBe(1);
    expect(cellAfterKey("ArrowRight", 2, 3, 3)).toBe(2);
    expect(cellAfterKey("ArrowDown", 2, 3, 3)).toBe(5);
    expect(cellAfterKey("ArrowUp", 2, 3, 3)).toBe(2);
    expect(cellAfterKey("Home", 5, 3, 3)).toBe(3);
    expect(cellAfterKey("End", 3, 3, 3)).toBe(5);
  });

  test("ignore other keys", () => {
    expect(cellAfterKey("Enter", 4, 3, 3)).toBeNull();
  });
});
