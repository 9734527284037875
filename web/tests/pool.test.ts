import { expect, test } from "vitest";
import type { ActionSuccess } from "../src/messages";
import { settled, waitIn } from "../src/pool";
import { board } from "./boards";

const answers = (...given: Partial<ActionSuccess>[]) => {
  const left = [...given];
  return () => Promise.resolve({ type: "ActionSuccess", value: true, ...left.shift() } as ActionSuccess);
};

test("waits in every game if nobody else is waiting", async () => {
  const ask = answers({ game: "a", version: 1 }, { game: "b", version: 1 });
  expect(await waitIn([1, 2], ask)).toEqual({ open: ["a", "b"], entered: "a" });
});

test("joins the first waiting opponent and opens no further games", async () => {
  const ask = answers({ game: "a", version: 1 }, { game: "b", version: 2 }, { game: "c", version: 1 });
  expect(await waitIn([1, 2, 3], ask)).toEqual({ open: ["a"], entered: "b" });
});

test("stops at a refusal", async () => {
  expect(await waitIn([1, 2], answers({ game: "a", version: 1 }, { value: false }))).toEqual({
    open: ["a"],
    entered: "a",
  });
  expect(await waitIn([1], answers({ value: false }))).toEqual({ open: [], entered: null });
});

test("the first game that is joined is played, and the others are cancelled", () => {
  expect(settled(["a", "b"], board({ game: "b", phase: "playing" }))).toEqual({ cancel: ["a"], go: true });
  expect(settled(["a", "b"], board({ game: "b", phase: "open" }))).toBeNull();
  expect(settled(["a", "b"], board({ game: "c", phase: "playing" }))).toBeNull();
  // If the player cancels one game, the others are cancelled too.
  expect(settled(["a", "b"], board({ game: "a", phase: "finished" }))).toEqual({ cancel: ["b"], go: false });
});
