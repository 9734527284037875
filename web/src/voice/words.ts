// The texts of voice moves, loaded with that part of the page.

import english from "../locales/en.json?voice";
import { follow } from "../words";
import { Part } from "../words/parts";
import type { VoiceTexts } from "../words/texts";

const others = import.meta.glob<{ voice: VoiceTexts }>(["../locales/*.json", "!../locales/en.json"], {
  query: "?voice",
  import: "default",
});
const part = await follow(new Part(english, others));

export function voiceWords(): VoiceTexts {
  return part.texts.voice;
}
