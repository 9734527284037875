// One WebSocket that reconnects automatically: with growing, jittered waits between tries, and at once when the network
// returns. It knows nothing about the messages.

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

  /** Connect now, unless connected or connecting: at the start, or when the network is back. */
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

  /** Send this text. Returns false if there is no connection. */
  send(text: string): boolean {
    if (this.state !== "open" || this.#wire === null) return false;
    this.#wire.send(text);
    return true;
  }

  /** Abandon a dead connection and open another one. */
  drop(): void {
    const wire = this.#wire;
    if (wire === null) return;
    this.#lost();
    wire.close();
  }

  /** The server accepted us: after the next failure, waits start short again. */
  settled(): void {
    this.#failures = 0;
  }

  #lost(): void {
    this.#wire = null;
    this.#stopTimer();
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#enter("waiting");
    // Jitter between half and the full wait, so that clients of a restarted server don't all return at once.
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
