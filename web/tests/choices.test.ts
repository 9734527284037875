// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  CLOCKS,
  FIRST_CHOICE,
  keepChallenge,
  keepChoice,
  keptChallenge,
  setupAmongPeople,
  setupOf,
  whyUnrated,
} from "../src/choices";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const RATED = { ...FIRST_CHOICE, rounds: 3, clock: { baseSeconds: 60 }, rated: true };

test("rated games need an account, a clock and enough rounds", () => {
  expect(whyUnrated(RATED, "account")).toBeNull();
  expect(whyUnrated(RATED, "guest")).toBe("account");
  expect(whyUnrated(RATED, undefined)).toBe("account");
  expect(whyUnrated({ ...RATED, clock: null }, "account")).toBe("clock");
  expect(whyUnrated({ ...RATED, rounds: 1 }, "account")).toBe("rounds");
  expect(whyUnrated({ ...RATED, rounds: 1, variant: "gomoku" }, "account")).toBeNull();
});

test("asks for rated games only where they can be rated, and never against the computer", () => {
  expect(setupAmongPeople(RATED, "account")).toEqual({ ...setupOf(RATED), rated: true });
  expect(setupAmongPeople(RATED, "guest")).toEqual(setupOf(RATED));
  expect(setupAmongPeople({ ...RATED, rated: false }, "account")).toEqual(setupOf(RATED));
  expect(setupOf(RATED)).not.toHaveProperty("rated");
});

test("the next challenge is like the last one", () => {
  keepChoice({ variant: "wild", level: 5 });
  expect(keptChallenge()).toEqual({ ...FIRST_CHOICE, variant: "wild", level: 5 });
  const clock = CLOCKS[2] ?? null;
  keepChallenge({ ...RATED, variant: "gomoku", clock });
  const kept = keptChallenge();
  expect(kept).toEqual({ ...RATED, variant: "gomoku", level: 5, clock });
  // The same object, because a select compares by identity.
  expect(kept.clock).toBe(clock);
});

test("falls back to the first choice if a challenge can't be stored or read", () => {
  localStorage.setItem("noughts.challenge", '{"variant": "chess", "clock": {"baseSeconds": 1}, "rounds": 99}');
  expect(keptChallenge()).toEqual(FIRST_CHOICE);
  localStorage.setItem("noughts.challenge", "{");
  expect(keptChallenge()).toEqual(FIRST_CHOICE);
  const forbidden = (): never => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  keepChallenge(RATED);
  expect(keptChallenge()).toEqual(FIRST_CHOICE);
});
