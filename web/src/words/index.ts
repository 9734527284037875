// The texts of the page in the reader's language. `words` is replaced when the language changes; every part with texts is
// then rendered again (see App.svelte).

import english from "../locales/en.json?page&notices";
import type { Language } from "./languages";
import { Part, type FirstTexts } from "./parts";
import { wordsOf, type Words } from "./sentences";

export { isLanguage, LANGUAGES, preferred, type Language } from "./languages";
export type { Words } from "./sentences";

const others = import.meta.glob<FirstTexts>(["../locales/*.json", "!../locales/en.json"], {
  query: "?page&notices&refusals",
  import: "default",
});
const first = new Part<FirstTexts>(english, others);
const parts = new Set<Part<unknown>>([first]);
let language: Language = "en";

export let words: Words = wordsOf(first.texts, language);

/** Switch to this language. */
export async function speak(next: Language): Promise<void> {
  await Promise.all([...parts].map((part) => part.speak(next)));
  language = next;
  words = wordsOf(first.texts, language);
}

/** Keep these texts in the current language. Resolves when they are loaded. */
export async function follow<T>(part: Part<T>): Promise<Part<T>> {
  parts.add(part);
  await part.speak(language);
  return part;
}
