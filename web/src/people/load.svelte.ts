// Data fetched for a page: loading, loaded, or refused with a reason.

import { call, type Refused } from "../net/api";

export class Loaded<T> {
  value: T | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  #newest = 0;

  /** Fetch this. If several requests are running, the newest wins. */
  async get(path: string): Promise<void> {
    const asked = (this.#newest += 1);
    const reply = await call<T>("GET", path);
    if (asked !== this.#newest) return;
    this.refused = reply.ok ? null : reply.refused;
    if (reply.ok) this.value = reply.value;
  }
}
