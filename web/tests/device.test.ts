import { expect, test } from "vitest";
import { DEFAULTS, parseSettings } from "../src/device";

test("reads back a stored choice", () => {
  const chosen = { ...DEFAULTS, language: "ru", theme: "dark" } as const;
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
});

test("ignores invalid data", () => {
  for (const text of [null, "", "{", "[]", "7", "null", '{"theme":"pink","language":"xx"}', '{"language":{}}']) {
    expect(parseSettings(text)).toEqual(DEFAULTS);
  }
});
