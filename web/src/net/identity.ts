// Who this browser is: a cookie that no script can read. All its tabs are the same player, and hear when that changes.

import { call } from "./api";

export interface Identity {
  /** Have the browser be a new guest. False when that was not possible. */
  becomeGuest(): Promise<boolean>;
}

export const browserIdentity: Identity = {
  becomeGuest: async () => (await call("POST", "/guests?cookie=true", {})).ok,
};

const tabs = new BroadcastChannel("noughts.player");

/** Tell the other tabs that this browser is somebody else now. */
export function tellOtherTabs(): void {
  tabs.postMessage(null);
}

/** Hear when another tab made this browser somebody else. */
export function onPlayerElsewhere(run: () => void): void {
  tabs.onmessage = run;
}
