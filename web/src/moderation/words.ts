// The texts of the moderators' page, loaded with it.

import english from "../locales/en.json?moderation";
import { follow, words } from "../words";
import { Part } from "../words/parts";
import type { ModerationTexts } from "../words/texts";

const others = import.meta.glob<{ moderation: ModerationTexts }>(["../locales/*.json", "!../locales/en.json"], {
  query: "?moderation",
  import: "default",
});
const part = await follow(new Part(english, others));

export function moderationWords(): ModerationTexts {
  return part.texts.moderation;
}

/** A date and time in the reader's format. */
export function timeOf(ms: number): string {
  return new Date(ms).toLocaleString(words.language, { dateStyle: "medium", timeStyle: "short" });
}
