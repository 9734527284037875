// During the build: writes the texts of link previews, in all languages, where the server reads them. The server fills
// in the placeholders, so only plain ones such as `{name}` are allowed.

import type { Plugin } from "vite";
import { localeNames, readLocale, type Tree } from "./texts/locale.ts";

export function previews(): Plugin {
  return {
    name: "previews",
    apply: "build",
    generateBundle() {
      const source = JSON.stringify(localeNames().map(wordsOf));
      this.emitFile({ type: "asset", fileName: "previews.json", source });
    },
  };
}

function wordsOf(language: string): object {
  const { page, previews: texts } = readLocale(language) as { page: Tree; previews: Tree };
  return { language, title: page.title, tagline: page.tagline, variants: page.variants, previews: texts };
}
