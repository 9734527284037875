import { expect, test } from "vitest";
import { speedOf } from "../../src/game/speed";

test.each([
  ["classic", null, "untimed"],
  ["classic", { daysPerMove: 1 }, "correspondence"],
  ["classic", { baseSeconds: 60 }, "bullet"],
  ["classic", { baseSeconds: 60, incrementSeconds: 1 }, "blitz"],
  ["gomoku", { baseSeconds: 250, incrementSeconds: 2 }, "blitz"],
  ["gomoku", { baseSeconds: 251, incrementSeconds: 2 }, "rapid"],
] as const)("%s on %j is %s", (variant, clock, speed) => {
  expect(speedOf(variant, clock)).toBe(speed);
});
