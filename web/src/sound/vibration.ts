// Vibration patterns for events on a board, in milliseconds: on, off, on. Pure except for the function that vibrates.

import type { Cue } from "./cue";

export const BUZZES: Readonly<Record<Cue, readonly number[]>> = {
  mine: [10],
  theirs: [25],
  joined: [20, 60, 20],
  won: [30, 50, 30, 50, 60],
  lost: [80],
  drawn: [30, 60, 30],
};

export function canVibrate(): boolean {
  return typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;
}

export function vibrate(cue: Cue): void {
  if (canVibrate()) navigator.vibrate([...BUZZES[cue]]);
}
