// Sends heartbeats at regular intervals while connected, and detects when the server stops answering.

import type { Environment } from "./environment";

const EVERY_MS = 10_000;
const SILENCE_MS = 25_000;
// A shorter timeout for when the connection is in doubt, for example after the phone woke up.
const DOUBT_MS = 4_000;
// A heartbeat this late means that the device was asleep.
const LATE_MS = 5_000;

export class Pulsing {
  /** When the unanswered heartbeat was sent. */
  sentMs: number | null = null;
  #cancelBeat: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;

  constructor(
    private readonly env: Environment,
    private readonly beat: () => void,
    private readonly onSilence: () => void,
  ) {}

  start(): void {
    this.stop();
    this.#pulse(SILENCE_MS);
  }

  stop(): void {
    this.#cancelBeat?.();
    this.#cancelSilence?.();
    this.#cancelBeat = this.#cancelSilence = this.sentMs = null;
  }

  /** Check at once, with a short timeout, that the server still answers. Does nothing if not started. */
  doubt(): void {
    if (this.#cancelBeat !== null) this.#pulse(DOUBT_MS);
  }

  /** Note that a message arrived: any message counts as an answer. */
  heard(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = null;
  }

  #pulse(patienceMs: number): void {
    this.#cancelBeat?.();
    this.sentMs = this.env.nowMs();
    const latestMs = this.sentMs + EVERY_MS + LATE_MS;
    this.#cancelBeat = this.env.after(EVERY_MS, () => this.#pulse(this.env.nowMs() > latestMs ? DOUBT_MS : SILENCE_MS));
    if (patienceMs === DOUBT_MS) this.heard();
    this.#cancelSilence ??= this.env.after(patienceMs, this.onSilence);
    this.beat();
  }
}
