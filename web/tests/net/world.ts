// An environment under the control of tests: a manual clock, and connections whose messages the test writes.

import type { Environment, Wire } from "../../src/net/environment";
import type { Identity } from "../../src/net/identity";

export class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly said: Record<string, unknown>[] = [];
  isClosed = false;

  send(text: string): void {
    this.said.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.isClosed = true;
    this.onclose?.();
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  types(): unknown[] {
    return this.said.map((command) => command.type);
  }
}

export class World implements Environment {
  readonly wires: FakeWire[] = [];
  #now = 1_000_000;
  #timers: { at: number; run: () => void }[] = [];

  connect(): Wire {
    const wire = new FakeWire();
    this.wires.push(wire);
    return wire;
  }

  /** The newest connection. */
  get wire(): FakeWire {
    const newest = this.wires.at(-1);
    if (newest === undefined) throw new Error("nobody has connected");
    return newest;
  }

  nowMs(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((one) => one !== timer));
  }

  /** Let time pass without running timers, as when a device sleeps. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Let time pass, and run the timers that are due, in order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }
}

/** A browser in which becoming a guest succeeds or fails. */
export function browser(canBeGuest = true): Identity & { guests: number } {
  return {
    guests: 0,
    async becomeGuest() {
      if (canBeGuest) this.guests += 1;
      return canBeGuest;
    },
  };
}
