// What may be chosen for a new game. Any clock that the server knows could stand here; these few are enough to choose from.

import type { Level } from "./engine/levels";
import type { ClockSetting } from "./messages";

export interface Choice {
  variant: string;
  clock: ClockSetting | null;
  rounds: number;
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

export const FIRST_CHOICE: Choice = { variant: "classic", clock: null, rounds: 1, level: 3 };

/** The fields of `CreateGame` and `Pair` that say how to play. */
export function setupOf(choice: Choice): { variant: string; rounds: number; clock?: ClockSetting } {
  const { variant, rounds, clock } = choice;
  return clock === null ? { variant, rounds } : { variant, rounds, clock };
}
