import { expect, test } from "vitest";
import { NEW_SITTING, nextSitting, pointsWith, whoSits } from "../../src/local/sitting";

const won = (winner: "X" | "O" | null) => ({ winner, reason: "line" as const, line: [] });

test("points stay with the person when the seats are swapped", () => {
  const second = nextSitting(NEW_SITTING, won("X"));
  expect(second.points).toEqual([1, 0]);
  expect(whoSits(second, "X")).toBe(1);
  expect(pointsWith(second, won("O"))).toEqual([2, 0]);
  expect(pointsWith(second, won(null))).toEqual([1.5, 0.5]);
});

test("does not count a running game", () => {
  expect(pointsWith(NEW_SITTING, null)).toEqual([0, 0]);
});
