import { expect, test } from "vitest";
import { strokesOf } from "../../src/game/strokes";
import { newGame, boardOf, withMove } from "../../src/local/game";
import type { Players } from "../../src/messages";
import { movesFrom } from "../../src/rules/notation";
import { findVariant } from "../../src/rules/variants";

const players: Players = { X: null, O: null };

function after(name: string, ...moves: string[]): ReturnType<typeof strokesOf> {
  const variant = findVariant(name);
  if (variant === null) throw new Error(name);
  const begun = newGame(variant, null);
  return strokesOf(boardOf(movesFrom(begun.position, moves).reduce(withMove, begun), players));
}

test("draws one stroke that extends a little beyond both ends of the line", () => {
  const [stroke, ...more] = after("classic", "a1", "a2", "b1", "b2", "c1");
  expect(more).toEqual([]);
  expect(stroke?.from[0]).toBeLessThan(0.5);
  expect(stroke?.to[0]).toBeGreaterThan(2.5);
  expect([stroke?.from[1], stroke?.to[1]]).toEqual([0.5, 0.5]);
});

test("draws the other diagonal in the other direction", () => {
  const [stroke] = after("classic", "c1", "a1", "b2", "b1", "a3");
  expect((stroke?.to[0] ?? 0) - (stroke?.from[0] ?? 0)).toBeLessThan(0);
});

test("draws two strokes for two lines completed by one move", () => {
  expect(after("classic", "a1", "a2", "b1", "b2", "c2", "a3", "c3", "b3", "c1")).toHaveLength(2);
});

test("draws no stroke while the game is running", () => {
  expect(after("classic", "a1")).toEqual([]);
});
