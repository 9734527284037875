// This browser's identity: a cookie that no script can read. All its tabs are the same player, and are notified when
// that changes.

import { call } from "./api";

export interface Identity {
  /** Make this browser a new guest. Returns false if that was not possible. */
  becomeGuest(): Promise<boolean>;
}

export const browserIdentity: Identity = {
  becomeGuest: async () => (await call("POST", "/guests?cookie=true", {})).ok,
};

const tabs = new BroadcastChannel("noughts.player");

/** Tell the other tabs that this browser's player has changed. */
export function tellOtherTabs(): void {
  tabs.postMessage(null);
}

/** Called when another tab changed this browser's player. */
export function onPlayerElsewhere(run: () => void): void {
  tabs.onmessage = run;
}
