// The choices for a new game. The server accepts any clock; these few are enough to choose from.

import { LEVELS, type Level } from "./engine/levels";
import { VARIANTS, type ClockSetting, type PlayerKind } from "./messages";

export interface Choice {
  variant: string;
  clock: ClockSetting | null;
  rounds: number;
  /** Whether the game should be rated, if it can be. */
  rated: boolean;
  /** The computer's settings, when you play it. */
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

const KEY = "noughts.choice";

/** The last choice made here, among those available now. */
export function keptChoice(): Choice {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as { variant?: string; level?: number };
    const variant = VARIANTS.find(({ name }) => name === kept.variant)?.name ?? FIRST_CHOICE.variant;
    return { ...FIRST_CHOICE, variant, level: LEVELS.find((level) => level === kept.level) ?? FIRST_CHOICE.level };
  } catch {
    return { ...FIRST_CHOICE };
  }
}

export function keepChoice({ variant, level }: Pick<Choice, "variant" | "level">): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ variant, level }));
  } catch {
    // Forbidden or full: the choice is made again next time.
  }
}

const CHALLENGE_KEY = "noughts.challenge";

/** The settings of the last challenge, or the last choice made here. */
export function keptChallenge(): Choice {
  const choice = keptChoice();
  try {
    const kept = JSON.parse(localStorage.getItem(CHALLENGE_KEY) ?? "{}") as Partial<Choice>;
    const clock = CLOCKS.find((one) => JSON.stringify(one) === JSON.stringify(kept.clock));
    return {
      ...choice,
      variant: VARIANTS.find(({ name }) => name === kept.variant)?.name ?? choice.variant,
      clock: clock ?? null,
      rounds: ROUNDS.find((rounds) => rounds === kept.rounds) ?? choice.rounds,
      rated: kept.rated === true,
    };
  } catch {
    return choice;
  }
}

export function keepChallenge({ variant, clock, rounds, rated }: Choice): void {
  try {
    localStorage.setItem(CHALLENGE_KEY, JSON.stringify({ variant, clock, rounds, rated }));
  } catch {
    // Forbidden or full: the choice is made again next time.
  }
}

/** Why this kind of player can't play this game rated; null if they can. The server has the same rules. */
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

/** The same for games against people, which may be rated. */
export function setupAmongPeople(
  choice: Choice,
  kind: PlayerKind | undefined,
): ReturnType<typeof setupOf> & { rated?: true } {
  return choice.rated && whyUnrated(choice, kind) === null ? { ...setupOf(choice), rated: true } : setupOf(choice);
}
