// The levels of the computer, derived from its id.

import { LEVELS, type Level } from "../engine/levels";
import type { PlayerCard } from "../messages";

const COMPUTER = /^computer-(\d)$/;

/** The level above this computer's; null for the strongest, and for people. */
export function harderThan(player: PlayerCard | null): Level | null {
  const level = Number(COMPUTER.exec(player?.id ?? "")?.[1] ?? 0);
  return level === 0 ? null : (LEVELS.find((one) => one === level + 1) ?? null);
}
