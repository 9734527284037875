// Times and points, written in the reader's language.

import type { TimeLeft } from "../game/clock";
import type { ClockSetting } from "../messages";
import type { PageTexts } from "./texts";

type Clocks = PageTexts["clocks"];

const two = (n: number): string => String(n).padStart(2, "0");

export function clockText(left: TimeLeft, clocks: Clocks): string {
  if (left.kind === "days") return clocks.left(left);
  const seconds = left.tenths === null ? two(left.seconds) : `${two(left.seconds)}.${left.tenths}`;
  return left.hours > 0 ? `${left.hours}:${two(left.minutes)}:${seconds}` : `${left.minutes}:${seconds}`;
}

export function clockSettingText(clock: ClockSetting | null, clocks: Clocks): string {
  if (clock === null) return clocks.none;
  if (clock.daysPerMove !== undefined) return clocks.days({ days: clock.daysPerMove });
  const base = clock.baseSeconds ?? 0;
  const time = base % 60 === 0 ? clocks.minutes({ minutes: base / 60 }) : clocks.seconds({ seconds: base });
  return clock.incrementSeconds ? clocks.increment({ time, seconds: clock.incrementSeconds }) : time;
}

/** A duration in a suitable unit: 45 s, 3 min, 2 h. */
export function durationText(seconds: number, clocks: Clocks): string {
  if (seconds <= 90) return clocks.seconds({ seconds: Math.ceil(seconds) });
  if (seconds <= 90 * 60) return clocks.minutes({ minutes: Math.ceil(seconds / 60) });
  return clocks.hours({ hours: Math.ceil(seconds / 3600) });
}

/** Points of a series: a draw is half a point. */
export function pointsText(score: number): string {
  return Number.isInteger(score) ? String(score) : `${Math.floor(score) || ""}½`;
}
