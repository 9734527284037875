// What may be chosen for a new game. Any clock that the server knows could stand here; these few are enough to choose from.

import type { Level } from "./engine/levels";
import { VARIANTS, type ClockSetting, type PlayerKind } from "./messages";

export interface Choice {
  variant: string;
  clock: ClockSetting | null;
  rounds: number;
  /** Whether the result is to count for the ratings, where it can. */
  rated: boolean;
  /** Of the computer, for those who play it. */
  level: Level;
}

export const CLOCKS: readonly (ClockSetting | null)[] = [
  null,
  { baseSeconds: 60 },
  { baseSeconds: 180, incrementSeconds: 2 },
  { baseSeconds: 600 },
  { daysPerMove: 1 },
  { daysPerMove: 7 },
];

export const ROUNDS: readonly number[] = [1, 3, 5];

export const FIRST_CHOICE: Choice = { variant: "classic", clock: null, rounds: 1, rated: false, level: 3 };

/** Why such a game of somebody of this kind cannot be rated; null if it can. The server has the same rules. */
export function whyUnrated(choice: Choice, kind: PlayerKind | undefined): "account" | "clock" | "rounds" | null {
  if (kind !== "account" && kind !== "bot") return "account";
  if (choice.clock === null) return "clock";
  const fewest = VARIANTS.find(({ name }) => name === choice.variant)?.fewestRatedRounds ?? 1;
  return choice.rounds < fewest ? "rounds" : null;
}

/** The fields of `CreateGame` and `Pair` that say how to play. */
export function setupOf(choice: Choice): { variant: string; rounds: number; clock?: ClockSetting } {
  const { variant, rounds, clock } = choice;
  return clock === null ? { variant, rounds } : { variant, rounds, clock };
}

/** The same against people, whose games may be rated. */
export function setupAmongPeople(
  choice: Choice,
  kind: PlayerKind | undefined,
): ReturnType<typeof setupOf> & { rated?: true } {
  return choice.rated && whyUnrated(choice, kind) === null ? { ...setupOf(choice), rated: true } : setupOf(choice);
}
