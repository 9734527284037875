// The speed of a game, by the time its clock gives each player for a round. The server has the same rule: games/speed.py.

import type { ClockSetting } from "../messages";
import { findVariant } from "../rules/variants";

export type Speed = "untimed" | "bullet" | "blitz" | "rapid" | "correspondence";

const MOST_BULLET_SECONDS = 60;
const MOST_BLITZ_SECONDS = 300;
const MOST_EXPECTED_MOVES = 25;

export function speedOf(variant: string, clock: ClockSetting | null): Speed {
  if (clock === null) return "untimed";
  if (clock.baseSeconds === undefined) return "correspondence";
  const { rows, cols } = findVariant(variant) ?? { rows: 3, cols: 3 };
  const moves = Math.min(Math.floor((rows * cols + 1) / 2), MOST_EXPECTED_MOVES);
  const seconds = clock.baseSeconds + (clock.incrementSeconds ?? 0) * moves;
  if (seconds <= MOST_BULLET_SECONDS) return "bullet";
  return seconds <= MOST_BLITZ_SECONDS ? "blitz" : "rapid";
}
