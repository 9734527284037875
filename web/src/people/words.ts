// The texts of the pages about people, loaded with these pages.

import english from "../locales/en.json?people";
import { follow, words } from "../words";
import { Part } from "../words/parts";
import type { PeopleTexts } from "../words/texts";

const others = import.meta.glob<{ people: PeopleTexts }>(["../locales/*.json", "!../locales/en.json"], {
  query: "?people",
  import: "default",
});
const part = await follow(new Part(english, others));

export function peopleWords(): PeopleTexts {
  return part.texts.people;
}

/** A date in the reader's format. */
export function dayOf(ms: number): string {
  return new Date(ms).toLocaleDateString(words.language, { year: "numeric", month: "short", day: "numeric" });
}

/** Why the server refused, in the reader's language. */
export function refusalText(refused: { code: string; reason: string; waitSeconds: number | undefined }): string {
  if (refused.code === "unreachable") return peopleWords().unreachable;
  return words.refusal(refused.code, refused.reason, refused.waitSeconds);
}
