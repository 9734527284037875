import { expect, test } from "vitest";
import {
  betterThan,
  movesOfRound,
  valuesForX,
  winningMoves,
  type ForcedLine,
  type Review,
  type ReviewedMove,
} from "../../src/teach/review";
import { afterMoves, positionOf } from "../../src/teach/puzzle";

function move(changes: Partial<ReviewedMove>, value: number): ReviewedMove {
  const played = { position: 0, mark: "X", name: "a1", value, exact: true, distance: 3 } as const;
  const best = [{ ...played, name: "b2", value: 1 }];
  const known = { certainty: "exact", played, best, line: null } as const;
  return { round: 1, ply: 1, seat: "X", player: "p", verdict: "kept_win", ...known, ...changes };
}

test("gives values from X's point of view", () => {
  expect(valuesForX([move({}, 0), move({ seat: "O" }, 1), move({}, -1)])).toEqual([0, -1, -1]);
});

test("names better moves only after bad ones", () => {
  expect(betterThan(move({ verdict: "blunder" }, -1))).toEqual(["b2"]);
  expect(betterThan(move({ verdict: "fastest_win" }, 1))).toEqual([]);
});

test("separates the moves of each round", () => {
  const progress = { searched: 2, total: 2, state: "done" } as const;
  const moves = [move({}, 0), move({ round: 2 }, 1)];
  const review: Review = { exact: true, plain: false, progress, moves, accuracy: [] };
  expect(movesOfRound(review, 2)).toHaveLength(1);
});

test("counts only the winner's moves in a forced line", () => {
  const made = { position: 0, mark: "X", name: "a1" } as const;
  const line: ForcedLine = { winner: "X", moves: [made, made, made, made, made] };
  expect(winningMoves(line, "X")).toBe(3);
  // O makes the first move here.
  expect(winningMoves({ ...line, moves: [made, made] }, "O")).toBe(1);
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
