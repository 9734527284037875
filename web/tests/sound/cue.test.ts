import { expect, test } from "vitest";
import { cueOf } from "../../src/sound/cue";
import { ANN, board, BOB } from "../boards";

const before = board();
const lastMove = { position: 4, mark: "X", seat: "X", unprepared: false, byComputer: false } as const;
const moved = board({ version: 4, ply: 1, lastMove });
const won = board({ version: 5, ply: 5, result: { winner: "X", reason: "line", line: [0, 1, 2] }, phase: "finished" });

test("your own moves and the opponent's have different sounds", () => {
  expect(cueOf(before, moved, ANN.id)).toBe("mine");
  expect(cueOf(before, moved, BOB.id)).toBe("theirs");
});

test("plays the end from the listener's point of view, once", () => {
  expect(cueOf(moved, won, ANN.id)).toBe("won");
  expect(cueOf(moved, won, BOB.id)).toBe("lost");
  expect(cueOf(moved, won, undefined)).toBe("drawn");
  expect(cueOf(moved, { ...won, result: { winner: null, reason: "full", line: [] } }, ANN.id)).toBe("drawn");
  expect(cueOf(won, { ...won, version: 6 }, ANN.id)).toBeNull();
});

test("plays a sound when a player joins, but not for known players or another game", () => {
  expect(cueOf(board({ phase: "open", version: 2 }), before, ANN.id)).toBe("joined");
  expect(cueOf(undefined, moved, ANN.id)).toBeNull();
  expect(cueOf(moved, moved, ANN.id)).toBeNull();
  expect(cueOf({ ...before, game: "g0" }, moved, ANN.id)).toBeNull();
});
