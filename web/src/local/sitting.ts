// Names and score of two people who share a device. Pure except for the two functions that read and write.

import type { Seat } from "../messages";
import type { Outcome } from "../rules/position";

type Two<T> = readonly [T, T];

export interface Sitting {
  /** A name is empty if none was given. */
  names: Two<string>;
  /** The score of earlier games; a draw is half a point. */
  points: Two<number>;
  /** Whether the first of the two plays O now. */
  isSwapped: boolean;
}

export const NEW_SITTING: Sitting = { names: ["", ""], points: [0, 0], isSwapped: false };

/** Which of the two players sits here: 0 or 1. */
export function whoSits(sitting: Sitting, seat: Seat): 0 | 1 {
  return (seat === "X") !== sitting.isSwapped ? 0 : 1;
}

/** The points including this game, if it is over. */
export function pointsWith(sitting: Sitting, outcome: Outcome | null): Two<number> {
  const [first, second] = sitting.points;
  if (outcome === null) return [first, second];
  if (outcome.winner === null) return [first + 0.5, second + 0.5];
  return whoSits(sitting, outcome.winner) === 0 ? [first + 1, second] : [first, second + 1];
}

/** The sitting for the next game: this game counted, and the seats swapped. */
export function nextSitting(sitting: Sitting, outcome: Outcome | null): Sitting {
  return { ...sitting, points: pointsWith(sitting, outcome), isSwapped: !sitting.isSwapped };
}

const KEY = "noughts.sitting";

export function keptSitting(): Sitting {
  try {
    return { ...NEW_SITTING, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Sitting>) };
  } catch {
    return NEW_SITTING;
  }
}

export function keepSitting(sitting: Sitting): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sitting));
  } catch {
    // Storage is forbidden or full: the score lasts as long as the page.
  }
}
