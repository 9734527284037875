// The rounds of a game with their moves, derived from the server's history. Pure.

import type { Seat } from "../messages";
import type { Move } from "../rules/position";

/** One stored change of a game. It may contain other events, which are ignored here. */
export interface HistoryEntry {
  events: readonly HistoryEvent[];
}

export type HistoryEvent =
  | { type: "MoveMade"; cell: number; mark: Seat }
  | { type: "MovesTakenBack"; ply: number }
  | { type: "RoundStarted" }
  | { type: "other" };

export interface Round {
  moves: readonly Move[];
}

/** Every round that was started, in order, without moves that were taken back. */
export function roundsOf(history: readonly HistoryEntry[]): Round[] {
  const rounds: { moves: Move[] }[] = [{ moves: [] }];
  for (const event of history.flatMap((entry) => entry.events)) {
    const moves = rounds.at(-1)?.moves ?? [];
    if (event.type === "MoveMade") moves.push({ cell: event.cell, mark: event.mark });
    else if (event.type === "MovesTakenBack") moves.splice(event.ply);
    else if (event.type === "RoundStarted") rounds.push({ moves: [] });
  }
  return rounds;
}
