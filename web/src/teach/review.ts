// The review of a game, and how to show it. Pure.

import type { Seat } from "../messages";

export const VERDICTS = {
  forced: "neutral",
  only_move: "great",
  fastest_win: "good",
  kept_win: "good",
  kept_draw: "good",
  best_defence: "neutral",
  lost_sooner: "slip",
  gave_away_win: "bad",
  win_to_loss: "worst",
  gave_away_draw: "worst",
  best: "good",
  good: "good",
  inaccuracy: "slip",
  mistake: "bad",
  blunder: "worst",
} as const;

export type Verdict = keyof typeof VERDICTS;
export type Weight = (typeof VERDICTS)[Verdict];

/** The sign before a verdict: a tick only for good moves. */
export const BADGES: Readonly<Record<Weight, string>> = {
  great: "!",
  good: "✓",
  neutral: "–",
  slip: "?!",
  bad: "?",
  worst: "??",
};

/** The annotations that chess players write after a move. */
export const SIGNS: Readonly<Record<Weight, string>> = {
  great: "!",
  good: "",
  neutral: "",
  slip: "?!",
  bad: "?",
  worst: "??",
};

export interface MoveValue {
  position: number;
  mark: Seat;
  name: string;
  /** The value for the player who makes it: 1 wins, 0 draws, -1 loses. */
  value: number;
  exact: boolean;
  distance: number | null;
}

/** How a player wins by force. The line begins with the reviewed move, or with a better one. */
export interface ForcedLine {
  winner: Seat;
  moves: readonly { position: number; mark: Seat; name: string }[];
}

export interface ReviewedMove {
  round: number;
  ply: number;
  seat: Seat;
  player: string | null;
  verdict: Verdict;
  certainty: "exact" | "deep" | "quick";
  played: MoveValue;
  best: readonly MoveValue[];
  line: ForcedLine | null;
}

export interface Review {
  exact: boolean;
  plain: boolean;
  progress: { searched: number; total: number; state: "searching" | "waiting" | "done" };
  moves: readonly ReviewedMove[];
  accuracy: readonly { player: string; accuracy: number | null; moves: number }[];
}

/** The moves of one round; rounds are counted from 1. */
export function movesOfRound(review: Review, round: number): ReviewedMove[] {
  return review.moves.filter((move) => move.round === round);
}

/** The evaluation after each move, for the seat that plays X: 1 is a win for that seat, -1 a loss. */
export function valuesForX(moves: readonly ReviewedMove[], x: Seat = "X"): number[] {
  return moves.map(({ seat, played }) => (seat === x ? played.value : -played.value));
}

/** The names of better moves than the one played; empty if it was among the best. */
export function betterThan(move: ReviewedMove): string[] {
  const isBad = ["slip", "bad", "worst"].includes(VERDICTS[move.verdict]);
  return isBad ? move.best.map(({ name }) => name) : [];
}

/** How many moves the winner of a forced line makes. The line begins with a move of `seat`. */
export function winningMoves(line: ForcedLine, seat: Seat): number {
  const { length } = line.moves;
  return line.winner === seat ? Math.ceil(length / 2) : Math.floor(length / 2);
}
