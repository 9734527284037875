import { expect, test } from "vitest";
import { leftMs, timeLeft, withPulse } from "../../src/game/clock";
import { words } from "../../src/words";

const CLOCK = { xMs: 60_000, oMs: 30_000, running: "X", atMs: 1_000_000 } as const;

test("only the running clock counts down, from the server's time, and stops at zero", () => {
  expect(leftMs(CLOCK, "X", 1_005_000)).toBe(55_000);
  expect(leftMs(CLOCK, "O", 1_005_000)).toBe(30_000);
  expect(leftMs(CLOCK, "X", 2_000_000)).toBe(0);
});

test("never shows more time than the server reported, even if our own clock is wrong", () => {
  expect(leftMs(CLOCK, "X", 990_000)).toBe(60_000);
});

test("time is written as people read it", () => {
  const written = [0, 9_340, 10_000, 65_000, 3_725_000, 90_000_000].map((ms) => words.clock(timeLeft(ms)));
  expect(written).toEqual(["0:00.0", "0:09.3", "0:10", "1:05", "1:02:05", "1 d 1 h"]);
});

test("estimates the server's clock from the fastest heartbeat", () => {
  const slow = withPulse(null, 1_000, 1_400, 6_200);
  expect(slow).toEqual({ aheadMs: 5_000, roundTripMs: 400 });
  const fast = withPulse(slow, 2_000, 2_020, 7_015);
  expect(fast).toEqual({ aheadMs: 5_005, roundTripMs: 20 });
  expect(withPulse(fast, 3_000, 3_900, 9_999)).toBe(fast);
});
