import { expect, test } from "vitest";
import { parseGame } from "../../src/rules/notation";
import { IllegalMove, legalMoves, play, replay, start, type Position } from "../../src/rules/position";
import { findVariant, type Variant } from "../../src/rules/variants";

function variant(name: string): Variant {
  const found = findVariant(name);
  if (found === null) throw new Error(name);
  return found;
}

/** The number of games with this many plies; shorter games count only at their end. */
function perft(position: Position, plies: number): number {
  if (plies === 0) return 1;
  return legalMoves(position).reduce((sum, move) => sum + perft(play(position, move), plies - 1), 0);
}

// The same figures as in tests/rules/test_perft.py, where an independent implementation counted them.
test.each([
  ["classic", [9, 72, 504, 3024, 15120, 54720]],
  ["misere", [9, 72, 504, 3024, 15120, 54720]],
  ["wild", [18, 288, 4032]],
  ["4x4", [16, 240, 3360]],
  ["gomoku", [225, 50400]],
  ["gomoku-exact", [225]],
  ["caro", [225]],
  ["gomoku-swap2", [225]],
  ["notakto", [9, 72, 504]],
  ["connect-four", [7, 49, 343, 2401]],
  ["ultimate", [81, 720, 6336]],
  ["ultimate-majority", [81, 720]],
  ["order-and-chaos", [72, 5040]],
  ["vanishing", [9, 72, 504, 3024, 15120, 54720]],
])("%s has so many ways to go on", (name, counts) => {
  counts.forEach((count, plies) => expect(perft(start(variant(name)), plies + 1)).toBe(count));
});

test("the ends of a line matter to exactly five and Caro", () => {
  const outcome = (text: string): unknown => {
    const game = parseGame(text);
    return game === null ? game : replay(game.variant, game.moves).outcome;
  };
  const six = "a1a3b1c3c1e3e1g3f1i3d1";
  expect(outcome(`gomoku-exact.${six}`)).toBeNull();
  expect(outcome(`caro.${six}`)).toMatchObject({ winner: "X", line: [0, 1, 2, 3, 4, 5] });
  const blocked = "b1a1c1g1d1a3e1c3f1";
  expect(outcome(`caro.${blocked}`)).toBeNull();
  expect(outcome(`gomoku-exact.${blocked}`)).toMatchObject({ winner: "X", line: [1, 2, 3, 4, 5] });
  expect(outcome("caro.a1f1b1a3c1c3d1e3e1")).toMatchObject({ winner: "X" });
});

test("rejects moves that the rules forbid", () => {
  const begun = play(start(variant("ultimate")), { cell: 0, mark: "X" });
  const refused = [
    { cell: 0, mark: "O" },
    { cell: 80, mark: "O" },
    { cell: 1, mark: "X" },
    { cell: 81, mark: "O" },
    { cell: -1, mark: "O" },
  ] as const;
  for (const move of refused) expect(() => play(begun, move)).toThrow(IllegalMove);
});

test("rejects what is not a game", () => {
  const none = [
    "",
    "none",
    "classic.",
    "classic.a1a1",
    "classic.d1",
    "classic.Xa1",
    "wild.a1",
    "classic.a1.b1",
    "mnk-21x21-5",
  ];
  for (const text of none) expect(parseGame(text)).toBeNull();
  expect(parseGame("mnk-5x7-4.g5")?.moves).toEqual([{ cell: 34, mark: "X" }]);
});
