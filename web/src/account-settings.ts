// Which settings go along with an account, and how the server calls them. Pure.

import type { DeviceSettings } from "./device";
import type { Sending } from "./game/intent";
import type { PlayerSettings } from "./messages";
import { isLanguage } from "./words";

export type AccountChange = Partial<PlayerSettings>;

/** What the server is told of a change; what belongs to this device alone is left out. */
export function toldOf(change: Partial<DeviceSettings>): AccountChange {
  const { language, theme, sending, chat, sounds, volume } = change;
  return {
    ...(language !== undefined && { language: language ?? "auto" }),
    ...(theme !== undefined && { theme }),
    ...(sending !== undefined && { confirmMoves: sending === "confirm", undoMoves: sending === "undo" }),
    ...(chat !== undefined && { chat }),
    ...(sounds !== undefined && { sounds }),
    ...(volume !== undefined && { volume }),
  };
}

/** What an account's settings are on this device. A language that this page does not speak leaves it to the browser. */
export function settingsOf(account: PlayerSettings): Omit<DeviceSettings, "voice"> {
  const { language, theme, chat, sounds, volume } = account;
  return { language: isLanguage(language) ? language : null, theme, sending: sendingOf(account), chat, sounds, volume };
}

function sendingOf({ confirmMoves, undoMoves }: PlayerSettings): Sending {
  if (confirmMoves) return "confirm";
  return undoMoves ? "undo" : "at-once";
}

/** Those of these changes that are newer than what was sent. */
export function without(changes: AccountChange, sent: AccountChange): AccountChange {
  const isNewer = ([name, value]: [string, unknown]): boolean => sent[name as keyof PlayerSettings] !== value;
  return Object.fromEntries(Object.entries(changes).filter(isNewer));
}
