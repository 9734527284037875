// Synchronises an account's settings with the server: sends local changes, and receives those made elsewhere. Without a
// connection, changes wait in this browser.

import { without, type AccountChange } from "./account-settings";
import type { DeviceSettings } from "./device";
import type { PlayerCard, PlayerSettings } from "./messages";
import { call } from "./net/api";
import { keepUnsent, readUnsent, unsentOf, type Unsent } from "./unsent";

/** Where the newest change is stored. A guest's changes stay on the device. */
export type Saving = "device" | "saving" | "saved" | "waiting";

const RETRY_SECONDS = 20;

export class SettingsSync {
  /** All settings of the account; null for a guest, and until the server has sent them. */
  account: PlayerSettings | null = $state.raw(null);
  saving: Saving = $state("device");
  #unsent: Unsent = readUnsent();
  #isMet = false;
  #isTalking = false;

  constructor(private readonly onheard: (settings: PlayerSettings) => void) {}

  start(): void {
    addEventListener("online", () => {
      if (this.saving === "waiting") void this.#talk();
    });
  }

  change(change: AccountChange): void {
    if (this.account !== null) this.account = { ...this.account, ...change };
    this.#keep({ ...this.#unsent, changes: { ...this.#unsent.changes, ...change } });
    void this.#talk();
  }

  /** Start to synchronise for this player; null when the server can't be reached. */
  meet(me: PlayerCard | null, chosen: DeviceSettings): void {
    this.#isMet = me !== null;
    if (me === null) return;
    const before = readUnsent();
    if (me.id !== before.owner?.id || me.kind === "guest") this.account = null;
    this.#keep(unsentOf(before, me, chosen));
    void this.#talk();
  }

  async #talk(): Promise<void> {
    const isGuest = this.#unsent.owner?.isGuest !== false;
    const isReachable = this.#isMet && navigator.onLine;
    if (isGuest || !isReachable) this.saving = isGuest ? "device" : "waiting";
    if (isGuest || !isReachable || this.#isTalking) return;
    this.#isTalking = true;
    do this.saving = await this.#exchange();
    while (this.saving === "saving");
    this.#isTalking = false;
  }

  /** Send one request. Returns `saving` if another one must follow. */
  async #exchange(): Promise<Saving> {
    const { owner, changes } = this.#unsent;
    const isNews = Object.keys(changes).length > 0;
    const reply = await call<PlayerSettings>(isNews ? "PATCH" : "GET", "/me/settings", isNews ? changes : undefined);
    // The answer belongs to the browser's previous player: ask again for the current one.
    if (owner?.id !== this.#unsent.owner?.id) return this.#unsent.owner?.isGuest ? "device" : "saving";
    if (reply.ok) {
      const left = without(this.#unsent.changes, changes);
      this.#keep({ owner, changes: left });
      this.account = { ...reply.value, ...left };
      this.onheard(this.account);
      return Object.keys(left).length > 0 ? "saving" : "saved";
    }
    if (reply.refused.code === "malformed" && isNews) {
      // Another version of the page stored a change that this server doesn't know. Keep the server's settings.
      this.#keep({ owner, changes: {} });
      return "saving";
    }
    setTimeout(() => void this.#talk(), (reply.refused.waitSeconds ?? RETRY_SECONDS) * 1000);
    return "waiting";
  }

  #keep(unsent: Unsent): void {
    this.#unsent = unsent;
    keepUnsent(unsent);
  }
}
