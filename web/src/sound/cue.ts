// Chooses the sound for a change of a board: a player joined, a move, or the end from the listener's point of view. Pure.

import { seatOf } from "../game/seats";
import type { BoardState } from "../messages";

export type Cue = "joined" | "mine" | "theirs" | "won" | "lost" | "drawn";

export function cueOf(before: BoardState | undefined, after: BoardState, me: string | undefined): Cue | null {
  if (before === undefined || before.game !== after.game || before.version >= after.version) return null;
  const seat = seatOf(after, me);
  if (before.result === null && after.result !== null) {
    if (after.result.winner === null || seat === null) return "drawn";
    return after.result.winner === seat ? "won" : "lost";
  }
  if (after.ply > before.ply) return after.lastMove?.seat === (seat ?? "X") ? "mine" : "theirs";
  return before.phase === "open" && after.phase === "playing" ? "joined" : null;
}
