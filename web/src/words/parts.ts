// Texts load in parts, together with the part of the page that shows them: English with the script, other languages when
// they are needed.

import type { NoticesTexts, PageTexts, RefusalsTexts } from "./texts";

/** Texts for every page. Refusals from the server are already in English. */
export interface FirstTexts {
  readonly page: PageTexts;
  readonly notices: NoticesTexts;
  readonly refusals?: RefusalsTexts;
}

type Loader<T> = () => Promise<T>;

export class Part<T> {
  texts: T;
  readonly #english: T;
  readonly #others: ReadonlyMap<string, Loader<T>>;

  /** The other languages by the path of their file, as `import.meta.glob` gives them. */
  constructor(english: T, others: Record<string, Loader<T>>) {
    this.texts = this.#english = english;
    this.#others = new Map(Object.entries(others).map(([path, load]) => [languageOf(path), load]));
  }

  async speak(language: string): Promise<void> {
    this.texts = (await this.#others.get(language)?.()) ?? this.#english;
  }
}

function languageOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
