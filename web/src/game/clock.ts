// Clocks as the server reports them: the time left for each seat at a given server time, counted down from
// there.

import type { ClockState, Seat } from "../messages";

/** The time a seat has left at this server time. Only the running clock counts down, and it stops at zero. */
export function leftMs(clock: ClockState, seat: Seat, serverNowMs: number): number {
  const told = seat === "X" ? clock.xMs : clock.oMs;
  if (clock.running !== seat) return told;
  return Math.max(0, told - Math.max(0, serverNowMs - clock.atMs));
}

export type TimeLeft =
  | { kind: "days"; days: number; hours: number }
  | { kind: "clock"; hours: number; minutes: number; seconds: number; tenths: number | null };

/** The parts to show: days if there is more than one, tenths of a second in the last ten seconds. */
export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.floor(ms / 1000);
  if (seconds >= 86_400) {
    return { kind: "days", days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) };
  }
  return {
    kind: "clock",
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
    tenths: ms < 10_000 ? Math.floor((ms % 1000) / 100) : null,
  };
}

/** How far the server's clock is ahead of ours, by the fastest heartbeat so far. */
export interface ServerTime {
  aheadMs: number;
  roundTripMs: number;
}

export function withPulse(known: ServerTime | null, sentMs: number, heardMs: number, serverMs: number): ServerTime {
  const roundTripMs = heardMs - sentMs;
  if (known !== null && known.roundTripMs <= roundTripMs) return known;
  return { aheadMs: serverMs - (sentMs + roundTripMs / 2), roundTripMs };
}
