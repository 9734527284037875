// The rounds of a game with their moves, told from the server's history of it. Pure.

import type { Seat } from "../messages";
import type { Move } from "../rules/position";

/** One accepted change of a game, as far as it concerns us here: other events may stand among these. */
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

/** Every round that was begun, first to last; moves that were taken back are in none. */
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
