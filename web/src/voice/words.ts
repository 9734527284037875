// The texts of this part, in the reader's language; they come with it, when it is first needed.

import type { Language } from "../words";
import { en, type VoiceWords } from "./en";
import { ru } from "./ru";

const ALL: Record<Language, VoiceWords> = { en, ru };

export const voiceWords = (language: Language): VoiceWords => ALL[language];
