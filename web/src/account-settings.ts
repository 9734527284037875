// The settings of an account, and their names on the server. Pure.

import type { DeviceSettings } from "./device";
import type { Sending } from "./game/intent";
import type { PlayerSettings } from "./messages";
import { isLanguage } from "./words";

export type AccountChange = Partial<PlayerSettings>;

type Shared = "language" | "theme" | "sending" | "chat" | "sounds" | "volume";

/** The settings to send to the server, without those that belong to this device only. */
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

/** An account's settings on this device. If the page lacks the account's language, the browser's language is used. */
export function settingsOf(account: PlayerSettings): Pick<DeviceSettings, Shared> {
  const { language, theme, chat, sounds, volume } = account;
  return { language: isLanguage(language) ? language : null, theme, sending: sendingOf(account), chat, sounds, volume };
}

function sendingOf({ confirmMoves, undoMoves }: PlayerSettings): Sending {
  if (confirmMoves) return "confirm";
  return undoMoves ? "undo" : "at-once";
}

/** The changes made since these were sent. */
export function without(changes: AccountChange, sent: AccountChange): AccountChange {
  const isNewer = ([name, value]: [string, unknown]): boolean => sent[name as keyof PlayerSettings] !== value;
  return Object.fromEntries(Object.entries(changes).filter(isNewer));
}
