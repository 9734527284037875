import { expect, test } from "vitest";
import { parseGame } from "../../src/rules/notation";
import { IllegalMove, legalMoves, play, start, type Position } from "../../src/rules/position";
import { findVariant, type Variant } from "../../src/rules/variants";

function variant(name: string): Variant {
  const found = findVariant(name);
  if (found === null) throw new Error(name);
  return found;
}

/** How many games of so many plies there are; those that end before count only at their end. */
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
  ["ultimate", [81, 720, 6336]],
])("%s has so many ways to go on", (name, counts) => {
  counts.forEach((count, plies) => expect(perft(start(variant(name)), plies + 1)).toBe(count));
});

test("what the rules forbid is refused", () => {
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

test("what is no game is none", () => {
  const none = [
    "",
    "none",
    "classic.",
    "classic.a1a1",
    "classic.d1",
    "classic.Xa1",
    "wild.a1",
    "classic.a1.b1",
    "mnk-20x20-5",
  ];
  for (const text of none) expect(parseGame(text)).toBeNull();
  expect(parseGame("mnk-5x7-4.g5")?.moves).toEqual([{ cell: 34, mark: "X" }]);
});
