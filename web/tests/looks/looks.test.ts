import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULTS, parseSettings } from "../../src/device";
import { BOARDS, MARKS } from "../../src/looks/looks";

const css = (file: string): string => readFileSync(join(import.meta.dirname, "../../src/style", file), "utf8");
const looks = css("looks.css");

/** The light and dark colour of a variable, from the first rule whose selector contains this text. */
function colours(sheet: string, selector: string, name: string): [string, string] {
  const rule = sheet.slice(sheet.indexOf(selector));
  const [, light = "", dark = ""] = new RegExp(`${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(rule) ?? [];
  return [light, dark];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

test("every theme has its styles and is stored", () => {
  for (const board of BOARDS.slice(1)) expect(looks).toContain(`[data-board="${board}"]`);
  for (const marks of MARKS.slice(1)) expect(looks).toContain(`[data-marks="${marks}"]`);
  const chosen = { ...DEFAULTS, board: "wood", marks: "fine", safeColours: true, soundPack: "arcade" } as const;
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
  expect(parseSettings('{"board":"lava","marks":1,"safeColours":"yes","soundPack":null}')).toEqual(DEFAULTS);
});

test.each(BOARDS)("both marks contrast with %s, in light and dark", (board) => {
  const cells = colours(looks, board === "paper" ? ":root" : `[data-board="${board}"]`, "--cell");
  for (const sheet of [css("tokens.css"), looks.slice(looks.indexOf("[data-safe-colours]"))])
    for (const mark of ["--x", "--o"])
      colours(sheet, "", mark).forEach((colour, scheme) =>
        expect(contrast(colour, cells[scheme] ?? "")).toBeGreaterThan(3),
      );
});
