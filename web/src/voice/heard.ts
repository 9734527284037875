// The recognised speech, and what to do about it. Pure.

export type SpokenCommand = "resign" | "draw" | "play_again" | "undo";

export interface Guess {
  phrase: string;
  confidence: number;
  cell: number | null;
  square: string | null;
  command: SpokenCommand | null;
}

export interface Heard {
  verdict: "sure" | "unsure" | "other" | "silence";
  guesses: readonly Guess[];
}

/** Play the cell, undo, ask which cell was meant, ask to confirm a command (it may end the game), or do nothing. */
export type Reaction =
  | { kind: "play"; cell: number }
  | { kind: "undo" }
  | { kind: "ask"; guesses: readonly Guess[] }
  | { kind: "nothing"; why: "other" | "silence" };

const MOST_ASKED = 2;

export function reactionTo(heard: Heard): Reaction {
  const [first] = heard.guesses;
  if (heard.verdict === "other" || heard.verdict === "silence") return { kind: "nothing", why: heard.verdict };
  if (first === undefined) return { kind: "nothing", why: "other" };
  if (heard.verdict === "unsure") return { kind: "ask", guesses: heard.guesses.slice(0, MOST_ASKED) };
  if (first.command === "undo") return { kind: "undo" };
  if (first.cell === null) return { kind: "ask", guesses: [first] };
  return { kind: "play", cell: first.cell };
}
