// What the net code needs of the world, passed in so that tests can hold it: sockets, time, chance.

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
  /** Run this later; what is returned calls it off. */
  after(ms: number, run: () => void): () => void;
  /** From 0 up to 1. */
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

/** An id no other command has; works on plain http too, where crypto.randomUUID does not exist. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
