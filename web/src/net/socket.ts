// One WebSocket that comes back by itself: growing, jittered waits between tries, and none when the network returns.
// It knows nothing of what is said over it.

import type { Environment, Wire } from "./environment";

/** `waiting` is the pause between two tries. */
export type LinkState = "connecting" | "open" | "waiting";

export interface SocketListener {
  onState(state: LinkState): void;
  onText(text: string): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
const OPENING_LIMIT_MS = 10_000;

export class Socket {
  state: LinkState = "waiting";
  #wire: Wire | null = null;
  #failures = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(
    private readonly env: Environment,
    private readonly listener: SocketListener,
  ) {}

  /** Connect now, if there is no connection yet and none is being made: at the start, or because the network is back. */
  connect(): void {
    if (this.state !== "waiting") return;
    this.#enter("connecting");
    const wire = this.env.connect();
    this.#wire = wire;
    wire.onopen = () => {
      if (this.#wire !== wire) return;
      this.#stopTimer();
      this.#enter("open");
    };
    wire.onmessage = (event) => {
      if (this.#wire === wire && typeof event.data === "string") this.listener.onText(event.data);
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#lost();
    };
    this.#startTimer(OPENING_LIMIT_MS, () => this.drop());
  }

  /** Give this text to the connection. False when there is none. */
  send(text: string): boolean {
    if (this.state !== "open" || this.#wire === null) return false;
    this.#wire.send(text);
    return true;
  }

  /** Give the connection up as dead, and make another. */
  drop(): void {
    const wire = this.#wire;
    if (wire === null) return;
    this.#lost();
    wire.close();
  }

  /** The server took us in: the next failure is a first one again. */
  settled(): void {
    this.#failures = 0;
  }

  #lost(): void {
    this.#wire = null;
    this.#stopTimer();
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#enter("waiting");
    // Between half and the whole, so that all the clients of a restarted server do not come at once.
    this.#startTimer(wait * (0.5 + this.env.random() / 2), () => this.connect());
  }

  #enter(state: LinkState): void {
    this.state = state;
    this.listener.onState(state);
  }

  #startTimer(ms: number, run: () => void): void {
    this.#stopTimer();
    this.#cancelTimer = this.env.after(ms, run);
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
