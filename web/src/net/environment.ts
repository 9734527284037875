// The environment of the net code, passed in so that tests can control it: sockets, time, randomness.

export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Environment {
  connect(): Wire;
  nowMs(): number;
  /** Run this later. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
}

export function browserEnvironment(url: string): Environment {
  return {
    connect: () => new WebSocket(url) as unknown as Wire,
    nowMs: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  };
}

/** A unique id for a command. Also works over plain HTTP, where crypto.randomUUID does not exist. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
