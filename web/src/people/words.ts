// The words about people in the language that the page speaks.

import { words, type Language } from "../words";
import { en, type PeopleWords } from "./words-en";
import { ru } from "./words-ru";

const BY_LANGUAGE: Record<Language, PeopleWords> = { en, ru };

export function peopleWords(): PeopleWords {
  return BY_LANGUAGE[words.language as Language];
}

/** A day as the reader writes it. */
export function dayOf(ms: number): string {
  return new Date(ms).toLocaleDateString(words.language, { year: "numeric", month: "short", day: "numeric" });
}

/** Why the server said no, in the reader's language. */
export function refusalText(refused: { code: string; reason: string; waitSeconds: number | undefined }): string {
  if (refused.code === "unreachable") return peopleWords().unreachable;
  return words.refusal(refused.code, refused.reason, refused.waitSeconds);
}
