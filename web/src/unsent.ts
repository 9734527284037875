// Changes of settings that are not sent to the server yet, and the player they belong to. Kept in this browser.

import type { AccountChange } from "./account-settings";
import { toldOf } from "./account-settings";
import type { DeviceSettings } from "./device";
import type { PlayerCard } from "./messages";

export interface Unsent {
  /** Null if this browser has had no player yet. */
  owner: { id: string; isGuest: boolean } | null;
  changes: AccountChange;
}

export const UNSENT_KEY = "noughts.settings.unsent";

/** The settings to send when this browser's player is `me`. A guest who signs up keeps all settings. */
export function unsentOf(before: Unsent, me: Pick<PlayerCard, "id" | "kind">, chosen: DeviceSettings): Unsent {
  const owner = { id: me.id, isGuest: me.kind === "guest" };
  if (before.owner === null) return { owner, changes: before.changes };
  if (before.owner.id !== me.id) return { owner, changes: {} };
  return { owner, changes: before.owner.isGuest && !owner.isGuest ? toldOf(chosen) : before.changes };
}

/** The changes in this text; none if the text is invalid. */
export function parseUnsent(text: string | null): Unsent {
  try {
    const { owner, changes } = JSON.parse(text ?? "{}") as Partial<Unsent>;
    const isOwner = typeof owner?.id === "string" && typeof owner.isGuest === "boolean";
    return { owner: isOwner ? owner : null, changes: typeof changes === "object" && changes !== null ? changes : {} };
  } catch {
    return { owner: null, changes: {} };
  }
}

export function readUnsent(): Unsent {
  try {
    return parseUnsent(localStorage.getItem(UNSENT_KEY));
  } catch {
    return parseUnsent(null);
  }
}

export function keepUnsent(unsent: Unsent): void {
  try {
    localStorage.setItem(UNSENT_KEY, JSON.stringify(unsent));
  } catch {
    // Storage is forbidden or full: the changes are kept only while the page is open.
  }
}
