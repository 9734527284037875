// Something fetched for a page: on its way, there, or refused and why.

import { call, type Refused } from "../net/api";

export class Loaded<T> {
  value: T | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  #newest = 0;

  /** Fetch this. Of several under way, the one that was asked for last counts. */
  async get(path: string): Promise<void> {
    const asked = (this.#newest += 1);
    const reply = await call<T>("GET", path);
    if (asked !== this.#newest) return;
    this.refused = reply.ok ? null : reply.refused;
    if (reply.ok) this.value = reply.value;
  }
}
