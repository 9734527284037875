// Figures that are written alike in every language.

import type { TimeLeft } from "../game/clock";

const two = (n: number): string => String(n).padStart(2, "0");

export function clockText(left: TimeLeft, days: string, hours: string): string {
  if (left.kind === "days") return `${left.days} ${days} ${left.hours} ${hours}`;
  const seconds = left.tenths === null ? two(left.seconds) : `${two(left.seconds)}.${left.tenths}`;
  return left.hours > 0 ? `${left.hours}:${two(left.minutes)}:${seconds}` : `${left.minutes}:${seconds}`;
}

/** Points of a series: a draw is half a point. */
export function pointsText(score: number): string {
  return Number.isInteger(score) ? String(score) : `${Math.floor(score) || ""}½`;
}
