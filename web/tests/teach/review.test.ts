import { expect, test } from "vitest";
import { betterThan, movesOfRound, valuesForX, type Review, type ReviewedMove } from "../../src/teach/review";
import { afterMoves, positionOf } from "../../src/teach/puzzle";

function move(changes: Partial<ReviewedMove>, value: number): ReviewedMove {
  const played = { position: 0, mark: "X", name: "a1", value, exact: true, distance: 3 } as const;
  const best = [{ ...played, name: "b2", value: 1 }];
  return { round: 1, ply: 1, seat: "X", player: "p", verdict: "kept_win", played, best, ...changes };
}

test("gives values from X's point of view", () => {
  expect(valuesForX([move({}, 0), move({ seat: "O" }, 1), move({}, -1)])).toEqual([0, -1, -1]);
});

test("names better moves only after bad ones", () => {
  expect(betterThan(move({ verdict: "blunder" }, -1))).toEqual(["b2"]);
  expect(betterThan(move({ verdict: "fastest_win" }, 1))).toEqual([]);
});

test("separates the moves of each round", () => {
  const review: Review = { exact: true, plain: false, moves: [move({}, 0), move({ round: 2 }, 1)], accuracy: [] };
  expect(movesOfRound(review, 2)).toHaveLength(1);
});

test("a puzzle is played to its end", () => {
  const puzzle = {
    id: "classic-1",
    variant: "classic",
    cells: "XX.OO....",
    boards: "",
    openBoards: [],
    turn: "X",
    moves: 1,
    difficulty: 1,
  } as const;
  const begun = positionOf(puzzle);
  expect(begun).not.toBeNull();
  if (begun !== null) expect(afterMoves(begun, ["c1"]).position.outcome?.winner).toBe("X");
});
