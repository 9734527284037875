// The computer's analysis of a position, requested once, and texts for the value of a move.

import { call, type Reply } from "../net/api";
import type { MoveValue } from "./review";
import { learnWords } from "./words";

export interface PositionValue {
  position: string;
  turn: "X" | "O";
  value: number;
  exact: boolean;
  /** Best first. */
  moves: readonly MoveValue[];
}

// Smaller differences don't count: a search can be wrong by this much.
const CLEARLY = 0.15;
const MOST_KEPT = 100;
const kept = new Map<string, PositionValue>();

/** The value of every move in this position or game, which is given as text. */
export async function analyse(text: string): Promise<Reply<PositionValue>> {
  const known = kept.get(text);
  if (known !== undefined) return { ok: true, value: known };
  const reply = await call<PositionValue>("GET", `/analysis?position=${encodeURIComponent(text)}&milliseconds=400`);
  if (reply.ok) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, reply.value);
  }
  return reply;
}

/** The best move if the move on this cell was clearly worse; otherwise null. */
export function betterThan(analysis: PositionValue, cell: number, mark: string): MoveValue | null {
  const best = analysis.moves[0];
  const played = analysis.moves.find((move) => move.position === cell && move.mark === mark);
  if (best === undefined || played === undefined) return null;
  const margin = best.exact && played.exact ? 0 : CLEARLY;
  return best.value - played.value > margin ? best : null;
}

/** A move's value, in words. */
export function worth({ value, exact, distance }: MoveValue): string {
  const { analysis } = learnWords();
  if (!exact) return analysis.chance({ percent: Math.round((value + 1) * 50) });
  if (value === 0) return analysis.draws;
  // `distance` counts the moves of both players; people count only the winner's.
  const moves = Math.ceil((distance ?? 1) / 2);
  return value > 0 ? analysis.wins({ moves }) : analysis.loses({ moves });
}
