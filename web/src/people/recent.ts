// A player's recent opponents, newest first. Pure.

import { isPerson } from "../game/seats";
import type { FinishedGame, PlayerCard } from "../messages";

const MOST = 8;

export function recentOpponents(games: readonly FinishedGame[], me: string): PlayerCard[] {
  const met = new Map<string, PlayerCard>();
  for (const { players } of games) {
    const other = players.X?.id === me ? players.O : players.X;
    if (other !== null && isPerson(other) && other.id !== me && !met.has(other.id)) met.set(other.id, other);
  }
  return [...met.values()].slice(0, MOST);
}
