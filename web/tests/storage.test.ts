// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { hadGames, keepHadGames } from "../src/had-games";
import { keepPool, keptPool } from "../src/pool";
import { keepLearned, learned } from "../src/teach/learned";

const forbidden = (): never => {
  throw new Error("forbidden");
};
const FORBIDDEN = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test("remembers whether there were games", () => {
  expect(hadGames()).toBe(false);
  keepHadGames(true);
  expect(hadGames()).toBe(true);
  keepHadGames(false);
  expect(hadGames()).toBe(false);
});

test("remembers each finished lesson once", () => {
  keepLearned("classic");
  keepLearned("wild");
  keepLearned("classic");
  expect(learned()).toEqual(["classic", "wild"]);
});

test("remembers the games of this tab that wait for an opponent", () => {
  keepPool(["a", "b"]);
  expect(keptPool()).toEqual(["a", "b"]);
  // A single game needs nothing to be cancelled.
  keepPool(["a"]);
  expect(keptPool()).toEqual([]);
});

test("ignores invalid data in the storage", () => {
  for (const kept of ["{", "7", '{"a": 1}']) {
    localStorage.setItem("noughts.learned", kept);
    sessionStorage.setItem("noughts.pool", kept);
    expect([learned(), keptPool()]).toEqual([[], []]);
  }
  localStorage.setItem("noughts.learned", '["wild", 7]');
  expect(learned()).toEqual(["wild"]);
});

test("works in a browser without storage", () => {
  vi.stubGlobal("localStorage", FORBIDDEN);
  vi.stubGlobal("sessionStorage", FORBIDDEN);
  keepHadGames(true);
  keepLearned("classic");
  keepPool(["a", "b"]);
  expect([hadGames(), learned(), keptPool()]).toEqual([false, [], []]);
});
