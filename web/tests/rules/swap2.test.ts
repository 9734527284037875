import { expect, test } from "vitest";
import { parseGame } from "../../src/rules/notation";
import { isLegal, legalMoves, replay, toMove, type Position } from "../../src/rules/position";
import { choicesIn, nextMark, openingStage, playedBy } from "../../src/rules/swap2";
import { choose } from "../../src/engine/choose";
import { withoutLast } from "../../src/local/game";

function after(text: string): Position {
  const game = parseGame(`gomoku-swap2.${text}`);
  if (game === null) throw new Error(text);
  return replay(game.variant, game.moves);
}

const world = { nowMs: () => performance.now(), random: () => 0.4 };

test.each([
  ["h8", "place", "X", "O"],
  ["h8i9g7", "choose", "O", "O"],
  ["h8i9g7take", "swapped", "X", "O"],
  ["h8i9g7more", "add", "O", "O"],
  ["h8i9g7moreh9", "add", "O", "X"],
  ["h8i9g7moreh9j9", "choose_again", "X", "O"],
  ["h8i9g7moreh9j9take", "returned", "O", "O"],
  ["h8i9g7h9", "kept", "X", "X"],
])("after %s the stage is %s, and %s places %s", (text, stage, seat, mark) => {
  const position = after(text);
  expect([position.stage, toMove(position), nextMark(position.cells)]).toEqual([stage, seat, mark]);
});

test("only choosing players have choices", () => {
  expect(choicesIn(after("h8i9g7"))).toEqual([225, 226]);
  expect(choicesIn(after("h8i9g7moreh9j9"))).toEqual([225]);
  expect(choicesIn(after("h8i9g7h9"))).toEqual([]);
  expect(isLegal(after("h8i9"), { cell: 225, mark: "X" })).toBe(false);
  expect(legalMoves(after("h8i9g7"))).toHaveLength(224);
});

test("says who plays which mark after the opening", () => {
  expect([playedBy("swapped", "X"), playedBy("kept", "X")]).toEqual(["O", "X"]);
  expect([openingStage("choose"), openingStage("swapped"), openingStage("")]).toEqual(["choose", null, null]);
});

test("the computer takes X where X is much better, and keeps O where O is", () => {
  expect(choose(after("h8a1i8morea15j8"), 8, world).cell).toBe(225);
  expect(choose(after("a1h8o15"), 8, world).cell).toBeLessThan(225);
});

test("taking back against the computer returns to your own turn", () => {
  const game = parseGame("gomoku-swap2.h8i9g7takeh9j9");
  if (game === null) throw new Error("not a game");
  const { moves, variant } = game;
  const local = { position: replay(variant, moves), moves, computer: { seat: "O", level: 3 } as const };
  expect(withoutLast(local).moves).toHaveLength(4);
  const opened = { ...local, moves: moves.slice(0, 3), position: replay(variant, moves.slice(0, 3)) };
  expect(withoutLast(opened).moves).toHaveLength(2);
});
