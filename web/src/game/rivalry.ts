// The score of two players over their rematches, and how many games in a row one has won. Pure.

import type { BoardState } from "../messages";
import { opponentOf, seatOf } from "./seats";

export interface Tally {
  mine: number;
  theirs: number;
}

export interface Rivalries {
  /** Points against each opponent; a draw is half a point. */
  tallies: Readonly<Record<string, Tally & { atMs: number }>>;
  /** Games won in a row, against anyone. */
  streak: number;
  /** Games already counted, newest last. */
  counted: readonly string[];
}

export const NO_RIVALRIES: Rivalries = { tallies: {}, streak: 0, counted: [] };

// After a pause of this length, a new score begins.
const SITTING_MS = 6 * 3_600_000;
const MOST_RIVALS = 50;
const MOST_COUNTED = 100;

/** Add a finished game. Each game counts once; games without a result don't count. */
export function withGame(known: Rivalries, board: BoardState, me: string, nowMs: number): Rivalries {
  const seat = seatOf(board, me);
  const opponent = seat === null ? null : opponentOf(board, seat);
  if (opponent === null || !hasResult(board) || known.counted.includes(board.game)) return known;
  const winner = board.result?.winner ?? null;
  const points = winner === null ? 0.5 : winner === seat ? 1 : 0;
  const before = tallyOf(known, opponent.id, nowMs);
  const tally = { mine: before.mine + points, theirs: before.theirs + 1 - points, atMs: nowMs };
  const others = Object.entries(known.tallies).filter(([id]) => id !== opponent.id);
  return {
    tallies: Object.fromEntries([...others, [opponent.id, tally] as const].slice(-MOST_RIVALS)),
    streak: points === 1 ? known.streak + 1 : 0,
    counted: [...known.counted, board.game].slice(-MOST_COUNTED),
  };
}

/** The score of this sitting against this opponent. */
export function tallyOf(known: Rivalries, opponent: string, nowMs: number): Tally {
  const tally = known.tallies[opponent];
  return tally === undefined || nowMs - tally.atMs > SITTING_MS ? { mine: 0, theirs: 0 } : tally;
}

function hasResult({ phase, result }: BoardState): boolean {
  return phase === "finished" && result !== null && !["aborted", "declined", "cancelled"].includes(result.reason);
}
