import { expect, test } from "vitest";
import { FIRST_CHOICE, setupAmongPeople, setupOf, whyUnrated } from "../src/choices";

const RATED = { ...FIRST_CHOICE, rounds: 3, clock: { baseSeconds: 60 }, rated: true };

test("rated games need an account, a clock and rounds enough", () => {
  expect(whyUnrated(RATED, "account")).toBeNull();
  expect(whyUnrated(RATED, "guest")).toBe("account");
  expect(whyUnrated(RATED, undefined)).toBe("account");
  expect(whyUnrated({ ...RATED, clock: null }, "account")).toBe("clock");
  expect(whyUnrated({ ...RATED, rounds: 1 }, "account")).toBe("rounds");
  expect(whyUnrated({ ...RATED, rounds: 1, variant: "gomoku" }, "account")).toBeNull();
});

test("only what can be rated is asked for as rated, and never against the computer", () => {
  expect(setupAmongPeople(RATED, "account")).toEqual({ ...setupOf(RATED), rated: true });
  expect(setupAmongPeople(RATED, "guest")).toEqual(setupOf(RATED));
  expect(setupAmongPeople({ ...RATED, rated: false }, "account")).toEqual(setupOf(RATED));
  expect(setupOf(RATED)).not.toHaveProperty("rated");
});
