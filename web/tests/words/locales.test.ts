// The locale files: complete, in use, with the same placeholders, short enough for the page, and with types to match.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/words";
import { localeNames, parseMessage, placeholders, readLocale, textsOf, type Tree } from "../../texts/locale";
import { render, TARGET } from "../../texts/types";
import { unusedIn } from "./uses";

const SOURCE = join(import.meta.dirname, "../../src");
const MOST_CHARACTERS = 200;
const english = new Map(textsOf(readLocale("en")));

/** The plural forms of whole numbers up to a few hundred. Some languages have a separate form for millions. */
function neededForms(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 300 }, (_, n) => rules.select(n)))];
}

function missingForms(elements: readonly MessageFormatElement[], language: string): string[] {
  return elements.flatMap((element) => {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const inside = Object.values(element.options).flatMap(({ value }) => missingForms(value, language));
    const given = Object.keys(element.options).filter((form) => !form.startsWith("="));
    // A text may be the same for all numbers.
    if (element.type === TYPE.select || given.length === 1) return inside;
    return [...inside, ...neededForms(language).filter((form) => !given.includes(form))];
  });
}

/** The longest text that a reader may see, without message syntax. */
function longest(elements: readonly MessageFormatElement[]): number {
  const lengths = elements.map((element) => {
    if (element.type === TYPE.literal) return element.value.length;
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return 0;
    return Math.max(...Object.values(element.options).map(({ value }) => longest(value)));
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

test("every locale file has a language to choose, and every language a file", () => {
  expect(localeNames().sort()).toEqual(Object.keys(LANGUAGES).sort());
});

test("the types match the English file", () => {
  expect(readFileSync(TARGET, "utf8"), "run make fmt").toBe(render());
});

test("no English text is unused", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name) && name !== "words/texts.ts" && name !== "messages.ts")
    .map((name) => readFileSync(join(SOURCE, name), "utf8"));
  expect(unusedIn([...english.keys()], files)).toEqual([]);
});

describe.each(localeNames())("%s", (language) => {
  const locale: Tree = readLocale(language);
  const texts = new Map(textsOf(locale));

  test("has every text and no other", () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...texts].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("has the placeholders of the English text", () => {
    const different = [...texts].filter(([path, text]) => {
      const own = placeholders(parseMessage(text));
      const wanted = placeholders(parseMessage(english.get(path) ?? ""));
      return own.size !== wanted.size || [...wanted].some(([name, kind]) => own.get(name) !== kind);
    });
    expect(different).toEqual([]);
  });

  test("has every plural form of the language", () => {
    const missing = [...texts].filter(([, text]) => missingForms(parseMessage(text), language).length > 0);
    expect(missing).toEqual([]);
  });

  test("is not much longer than English, because the page has no room", () => {
    const tooLong = [...texts].filter(([path, text]) => {
      const length = longest(parseMessage(text));
      return length > MOST_CHARACTERS || length > longest(parseMessage(english.get(path) ?? "")) * 1.6 + 16;
    });
    expect(tooLong).toEqual([]);
  });
});
