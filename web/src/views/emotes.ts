// The symbol of each emote.

import type { EmoteName } from "../messages";

export const EMOTES: Readonly<Record<EmoteName, string>> = {
  hello: "👋",
  "good-luck": "🍀",
  "well-played": "👏",
  thanks: "🙏",
  oops: "🙈",
  wow: "😮",
  thinking: "🤔",
  hurry: "⏳",
  sorry: "😔",
  laugh: "😄",
  sad: "😢",
  bye: "🚪",
};
