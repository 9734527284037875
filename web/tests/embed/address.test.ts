import { expect, test } from "vitest";
import { embedCode, embedded, pageOf } from "../../src/embed/address";

test("reads a game or a replay, and a theme, from the address", () => {
  expect(embedded("/embed/g/AbC", "")).toEqual({ kind: "game", name: "AbC", theme: "system" });
  const replay = embedded("/embed/replay/classic.b2a1", "?theme=dark");
  expect(replay).toEqual({ kind: "replay", name: "classic.b2a1", theme: "dark" });
  expect(pageOf(replay)).toBe("/replay/classic.b2a1");
  expect(embedded("/embed/replay/<b>", "?theme=odd")).toEqual({ kind: "nothing", name: "", theme: "system" });
});

test("the embed code works with any title", () => {
  const code = embedCode("https://play.example", "/g/AbC", 'A "b" <c> & d');
  expect(code).toContain('title="A &quot;b&quot; &lt;c> &amp; d"');
  const { pathname, search } = new URL(/src="([^"]+)"/.exec(code)?.[1] ?? "");
  expect(pageOf(embedded(pathname, search))).toBe("/g/AbC");
});
