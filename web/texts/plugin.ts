// Vite plugin: `import texts from "../locales/de.json?people&voice"` gives these sections of a locale file, compiled.
// So a page loads only the sections it needs, in the language it needs.

import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { compile } from "./compile.ts";
import { LOCALES, readLocale, type Tree } from "./locale.ts";

const REQUEST = /\/locales\/([\w-]+)\.json\?([\w&]+)$/;
// Without .json in the id, so that Vite's own JSON plugin leaves the module alone.
const MODULE = /^\0texts:([\w-]+):([\w&]+)$/;

export function texts(): Plugin {
  return {
    name: "texts",
    enforce: "pre",
    resolveId(source) {
      const [, language, sections] = REQUEST.exec(source) ?? [];
      return language === undefined ? null : `\0texts:${language}:${sections}`;
    },
    load(id) {
      const [, language, sections] = MODULE.exec(id) ?? [];
      if (language === undefined || sections === undefined) return null;
      this.addWatchFile(join(LOCALES, `${language}.json`));
      return compile(pick(readLocale(language), sections.split("&"), basename(id)), language);
    },
  };
}

function pick(locale: Tree, sections: readonly string[], id: string): Tree {
  const missing = sections.filter((name) => !(name in locale));
  if (missing.length > 0) throw new Error(`${id}: no section ${missing.join(", ")}`);
  return Object.fromEntries(sections.map((name) => [name, locale[name] ?? {}]));
}
