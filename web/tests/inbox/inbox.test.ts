// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { ago } from "../../src/inbox/ago";
import { keepOffered, wasOffered } from "../../src/inbox/offered";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const forbidden = (): never => {
  throw new Error("forbidden");
};

test("shows a time in the largest unit that fits", () => {
  expect(ago(0)).toBe("now");
  expect(ago(59_999)).toBe("now");
  expect(ago(60_000)).toBe("1 minute ago");
  expect(ago(2 * 3_600_000)).toBe("2 hours ago");
  expect(ago(86_400_000)).toBe("yesterday");
  expect(ago(-5)).toBe("now");
});

test("offers notifications once", () => {
  expect(wasOffered()).toBe(false);
  keepOffered();
  expect(wasOffered()).toBe(true);
});

test("offers nothing without storage", () => {
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  keepOffered();
  expect(wasOffered()).toBe(true);
});
