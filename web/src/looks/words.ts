// The texts of the looks settings, loaded with the settings page.

import english from "../locales/en.json?looks";
import { follow } from "../words";
import { Part } from "../words/parts";
import type { LooksTexts } from "../words/texts";

const others = import.meta.glob<{ looks: LooksTexts }>(["../locales/*.json", "!../locales/en.json"], {
  query: "?looks",
  import: "default",
});
const part = await follow(new Part(english, others));

export function looksWords(): LooksTexts {
  return part.texts.looks;
}
