// Changes of settings that the server has not heard of, kept in this browser until it has; and whose they are.

import type { AccountChange } from "./account-settings";
import { toldOf } from "./account-settings";
import type { DeviceSettings } from "./device";
import type { PlayerCard } from "./messages";

export interface Unsent {
  /** Null before this browser was anybody. */
  owner: { id: string; isGuest: boolean } | null;
  changes: AccountChange;
}

export const UNSENT_KEY = "noughts.settings.unsent";

/** What there is to send once this browser is `me`: a guest who becomes an account takes all settings along. */
export function unsentOf(before: Unsent, me: Pick<PlayerCard, "id" | "kind">, chosen: DeviceSettings): Unsent {
  const owner = { id: me.id, isGuest: me.kind === "guest" };
  if (before.owner === null) return { owner, changes: before.changes };
  if (before.owner.id !== me.id) return { owner, changes: {} };
  return { owner, changes: before.owner.isGuest && !owner.isGuest ? toldOf(chosen) : before.changes };
}

/** What this text holds; nothing, if it is not ours. */
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
    // Forbidden or full: it is sent as long as the page is open.
  }
}
