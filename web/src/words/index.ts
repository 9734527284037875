// The words of the page in the reader's language. `words` is set anew when the language changes; whatever shows words is
// then drawn anew (see App.svelte). English comes with the page, other languages when they are needed.

import { en, type Words } from "./en";

export const LANGUAGES = { en: "English", ru: "Русский" } as const;
export type Language = keyof typeof LANGUAGES;

export let words: Words = en;

const others: Record<Exclude<Language, "en">, () => Promise<Words>> = {
  ru: async () => (await import("./ru")).ru,
};

export function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && name in LANGUAGES;
}

/** The first of the reader's languages that we have. */
export function preferred(wanted: readonly string[]): Language {
  return wanted.map((name) => name.toLowerCase().split("-")[0]).find(isLanguage) ?? "en";
}

/** Speak this language from now on. */
export async function speak(language: Language): Promise<void> {
  words = language === "en" ? en : await others[language]();
}
