// Says "I am here" at a steady pace while connected, and notices when nobody answers.

import type { Environment } from "./environment";

const EVERY_MS = 10_000;
const SILENCE_MS = 25_000;
// When there is reason to doubt the connection (the phone woke up), less patience is right.
const DOUBT_MS = 4_000;
// So much later than it should have been, a beat comes after a sleep that nobody told of: a closed lid.
const LATE_MS = 5_000;

export class Pulsing {
  /** When the heartbeat that is not answered yet was sent. */
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

  /** Make sure, now and quickly, that the other side is still there. Does nothing when not started. */
  doubt(): void {
    if (this.#cancelBeat !== null) this.#pulse(DOUBT_MS);
  }

  /** Anything heard is a sign of life. */
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
