// Says how long ago something happened, in the reader's language.

import { words } from "../words";

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

export function ago(ms: number): string {
  const format = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });
  const [unit, size] = STEPS.find(([, size]) => ms >= size) ?? ["second", Number.MAX_SAFE_INTEGER];
  return format.format(-Math.floor(Math.max(ms, 0) / size) || 0, unit);
}
