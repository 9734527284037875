// Writes the TypeScript types of all texts from the English file: keys, and the values that each text needs.

import { join } from "node:path";
import { parseMessage, placeholders, readLocale, type Tree } from "./locale.ts";

export const TARGET = join(import.meta.dirname, "../src/words/texts.ts");

/** The whole text of `texts.ts`: one interface for each section of the file. */
export function render(): string {
  const sections = Object.entries(readLocale("en"));
  return [
    "// Written by `make fmt` from locales/en.json: change that file, not this one.",
    ...sections.map(([name, section]) => `export interface ${titled(name)}Texts ${typeOf(section, "")}`),
  ]
    .join("\n\n")
    .concat("\n");
}

function typeOf(value: string | Tree, indent: string): string {
  if (typeof value === "string") return typeOfText(value);
  const deeper = `${indent}  `;
  const lines = Object.entries(value).map(([key, inner]) => {
    const name = /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key);
    return `${deeper}readonly ${name}: ${typeOf(inner, deeper)};`;
  });
  return ["{", ...lines, `${indent}}`].join("\n");
}

function typeOfText(text: string): string {
  const values = [...placeholders(parseMessage(text))].map(([name, kind]) => `${name}: ${kind}`);
  return values.length === 0 ? "string" : `(values: { ${values.join("; ")} }) => string`;
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
