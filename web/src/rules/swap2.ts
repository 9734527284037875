// Swap2: an opening that makes gomoku fair. The seat X places X, O and X. Then the seat O places O and plays O, takes X,
// or places O and X, after which the seat X chooses in the same way. From then on it is gomoku. Pure.

import type { Seat } from "../messages";
import type { Variant } from "./variants";

/** Where the opening stands. The last three come after it: the seat X plays X, O, or X after two choices. */
export const STAGES = ["place", "choose", "add", "choose_again", "kept", "swapped", "returned"] as const;
export type Stage = (typeof STAGES)[number];

/** The stages of the opening itself. */
export type OpeningStage = "place" | "choose" | "add" | "choose_again";

/** The stage as one of the opening, or null after it and in other variants. */
export function openingStage(stage: string): OpeningStage | null {
  const isOpening = stage === "place" || stage === "choose" || stage === "add" || stage === "choose_again";
  return isOpening ? stage : null;
}

const PLACED = 3;
const ADDED = 5;
const CHOICES: Partial<Record<Stage, number>> = { add: 1, choose_again: 1, swapped: 1, returned: 2 };

/** What a choice means. Its move has a number past the last cell. */
export const CHOICE_NAMES = ["take", "more"] as const;
export type ChoiceName = (typeof CHOICE_NAMES)[number];

interface Swapping {
  variant: Variant;
  cells: string;
  stage: Stage | "";
}

/** The stage at the start of a game. */
export function firstStage({ swaps }: Variant): Stage | "" {
  return swaps ? "place" : "";
}

/** The stage with this name, or the empty text. */
export function stageNamed(name: string): Stage | "" {
  return STAGES.find((stage) => stage === name) ?? "";
}

/** The mark to place where the marks alternate, also if one player places several. */
export function nextMark(cells: string): Seat {
  return marksIn(cells) % 2 === 0 ? "X" : "O";
}

/** The number of moves made: marks, and choices without a mark. */
export function pliesIn(stage: Stage, cells: string): number {
  return marksIn(cells) + (CHOICES[stage] ?? 0);
}

/** The seat whose turn it is. */
export function seatToMove(stage: Stage, cells: string): Seat {
  if (stage === "place" || stage === "choose_again") return "X";
  if (stage === "choose" || stage === "add") return "O";
  return playedBy(stage, nextMark(cells));
}

/** The seat that plays this mark after the opening; and likewise the mark that a seat plays. */
export function playedBy(stage: string, mark: Seat): Seat {
  return stage === "swapped" ? (mark === "X" ? "O" : "X") : mark;
}

/** The numbers of the moves that choose instead of placing a mark. */
export function choicesIn({ variant, stage }: Pick<Swapping, "variant" | "stage">): number[] {
  const size = variant.rows * variant.cols;
  return stage === "choose" ? [size, size + 1] : stage === "choose_again" ? [size] : [];
}

/** The name of the choice with this number, or null if it is a cell. */
export function choiceName(variant: Variant, cell: number): ChoiceName | null {
  return variant.swaps ? (CHOICE_NAMES[cell - variant.rows * variant.cols] ?? null) : null;
}

/** The stage after this move, with the cells after it. */
export function stageAfter({ variant, stage }: Swapping, cell: number, cells: string): Stage | "" {
  const choice = choiceName(variant, cell);
  if (choice === "more") return "add";
  if (choice === "take") return stage === "choose" ? "swapped" : "returned";
  if (stage === "place") return marksIn(cells) === PLACED ? "choose" : "place";
  if (stage === "add") return marksIn(cells) === ADDED ? "choose_again" : "add";
  if (stage === "choose") return "kept";
  return stage === "choose_again" ? "swapped" : stage;
}

function marksIn(cells: string): number {
  return cells.replaceAll(".", "").length;
}
