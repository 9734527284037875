// English.

import type { SpokenCommand } from "./heard";

const commands: Record<SpokenCommand, string> = {
  resign: "Resign",
  draw: "Offer draw",
  play_again: "Play again",
  undo: "Take back",
};

export const en = {
  button: "Say it",
  hint: "Hold the button or the key V, say “top left”, “five”, “b two” or “resign”, and let go.",
  hintLarge: "Hold the button or the key V, say column and row (“h eight”, “hotel eight”), and let go.",
  hintUltimate: "Hold the button or the key V, say board and cell (“top left centre”), and let go.",
  opening: "Opening the microphone…",
  listening: "Listening…",
  thinking: "One moment…",
  heard: (what: string) => `Heard: ${what}`,
  which: "Did you mean:",
  none: "None of these",
  silence: "I heard nothing.",
  other: "I did not understand that.",
  impossible: (what: string) => `Heard: ${what}. That cannot be played now.`,
  denied: "The browser does not let this page use the microphone.",
  noMicrophone: "No microphone was found.",
  insecure: "The microphone needs a secure page (https), or this computer’s own address.",
  off: "Speech is not understood on this server.",
  unreachable: "The server cannot be reached.",
  command: (command: SpokenCommand): string => commands[command],
};

export type VoiceWords = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : (typeof en)[Key];
};
