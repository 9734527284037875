// What the teacher says of a game, and how it is to be shown. Pure.

import type { Seat } from "../messages";

export const VERDICTS = {
  forced: "neutral",
  only_move: "great",
  fastest_win: "good",
  kept_win: "good",
  kept_draw: "good",
  best_defence: "neutral",
  lost_sooner: "neutral",
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

/** As chess players write them beside a move. */
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
  /** For whoever makes it: 1 wins, 0 draws, -1 loses. */
  value: number;
  exact: boolean;
  distance: number | null;
}

export interface ReviewedMove {
  round: number;
  ply: number;
  seat: Seat;
  player: string | null;
  verdict: Verdict;
  played: MoveValue;
  best: readonly MoveValue[];
}

export interface Review {
  exact: boolean;
  plain: boolean;
  moves: readonly ReviewedMove[];
  accuracy: readonly { player: string; accuracy: number | null; moves: number }[];
}

/** The moves of one round, which are counted from 1. */
export function movesOfRound(review: Review, round: number): ReviewedMove[] {
  return review.moves.filter((move) => move.round === round);
}

/** How the game stood for X after each move: 1 is a win for X, -1 one for O. */
export function valuesForX(moves: readonly ReviewedMove[]): number[] {
  return moves.map(({ seat, played }) => (seat === "X" ? played.value : -played.value));
}

/** Better moves than the one that was made, by their names; none when it was among the best. */
export function betterThan(move: ReviewedMove): string[] {
  const isBad = ["slip", "bad", "worst"].includes(VERDICTS[move.verdict]);
  return isBad ? move.best.map(({ name }) => name) : [];
}
