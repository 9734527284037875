// Reads the locale files: one JSON file per language, nested keys, every text an ICU message.

import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export const LOCALES = join(import.meta.dirname, "../src/locales");

export type Tree = { readonly [key: string]: string | Tree };

/**
 * The type of a placeholder. `{name}` and `{kind, select, …}` take text, `{n, number}` and `{n, plural, …}` numbers.
 */
export type Kind = "string" | "number";

/** The texts of a language, without the file's metadata (keys that begin with @@). */
export function readLocale(language: string): Tree {
  const file = JSON.parse(readFileSync(join(LOCALES, `${language}.json`), "utf8")) as Tree;
  return Object.fromEntries(Object.entries(file).filter(([key]) => !key.startsWith("@@")));
}

export function localeNames(): string[] {
  return readdirSync(LOCALES).map((file) => basename(file, ".json"));
}

export function parseMessage(text: string): MessageFormatElement[] {
  return parse(text, { ignoreTag: true, requiresOtherClause: true });
}

/** Every text with the path of keys that leads to it: `page.settings.heading`. */
export function* textsOf(tree: Tree, path = ""): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    const here = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") yield [here, value];
    else yield* textsOf(value, here);
  }
}

/** The placeholders of a message, by name. */
export function placeholders(elements: readonly MessageFormatElement[]): Map<string, Kind> {
  const found = new Map<string, Kind>();
  for (const element of elements) {
    if (element.type === TYPE.argument || element.type === TYPE.select) add(found, element.value, "string");
    if (element.type === TYPE.number || element.type === TYPE.plural) add(found, element.value, "number");
    for (const branch of branches(element)) for (const [name, kind] of placeholders(branch)) add(found, name, kind);
  }
  return found;
}

/** The possible results of a plural or a select. */
function branches(element: MessageFormatElement): MessageFormatElement[][] {
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
  return Object.values(element.options).map(({ value }) => value);
}

function add(found: Map<string, Kind>, name: string, kind: Kind): void {
  const known = found.get(name);
  if (known !== undefined && known !== kind) throw new Error(`{${name}} is both a text and a number`);
  found.set(name, kind);
}
