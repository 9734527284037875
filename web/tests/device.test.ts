import { expect, test } from "vitest";
import { DEFAULTS, parseSettings } from "../src/device";

test("what is kept is read back", () => {
  const chosen = { ...DEFAULTS, language: "ru", theme: "dark" } as const;
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
});

test("nonsense is as good as nothing", () => {
  for (const text of [null, "", "{", "[]", "7", "null", '{"theme":"pink","language":"xx"}', '{"language":{}}']) {
    expect(parseSettings(text)).toEqual(DEFAULTS);
  }
});
