// The texts of the lessons, loaded with their page.

import english from "../locales/en.json?learn";
import { follow } from "../words";
import { Part } from "../words/parts";
import type { LearnTexts } from "../words/texts";

const others = import.meta.glob<{ learn: LearnTexts }>(["../locales/*.json", "!../locales/en.json"], {
  query: "?learn",
  import: "default",
});
const part = await follow(new Part(english, others));

export function learnWords(): LearnTexts {
  return part.texts.learn;
}

/** The task of this step of a variant's lesson; steps are counted from 0. */
export function taskOf(variant: string, step: number): string {
  const tasks = learnWords().tasks as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return tasks[variant]?.[`step${step + 1}`] ?? "";
}
