import { expect, test } from "vitest";
import { settingsOf, toldOf, without } from "../src/account-settings";
import { DEFAULTS } from "../src/device";
import type { PlayerSettings } from "../src/messages";
import { parseUnsent, unsentOf } from "../src/unsent";

const ACCOUNT: PlayerSettings = {
  volume: 70,
  sounds: true,
  theme: "system",
  language: "auto",
  confirmMoves: false,
  undoMoves: false,
  idleDays: 7,
  notifications: true,
  notifyTurn: true,
  notifyChallenge: true,
  notifyReminder: true,
  quietFrom: "",
  quietUntil: "",
  utcOffsetMinutes: 0,
  chat: true,
};

const GUEST = { id: "g", kind: "guest" } as const;

test("reads back stored settings unchanged", () => {
  for (const sending of ["at-once", "undo", "confirm"] as const) {
    const { sounds, volume } = DEFAULTS;
    const chosen = { sounds, volume, sending, language: "ru", theme: "dark", chat: false } as const;
    expect(settingsOf({ ...ACCOUNT, ...toldOf(chosen) })).toEqual(chosen);
  }
  // These belong to the device alone.
  expect(toldOf({ voice: true, board: "wood", soundPack: "arcade", vibration: false })).toEqual({});
  expect(toldOf({ language: null })).toEqual({ language: "auto" });
});

test("uses the browser's language if the page lacks the account's", () => {
  expect(settingsOf({ ...ACCOUNT, language: "fi" }).language).toBeNull();
});

test("sends changes made during the last save afterwards", () => {
  expect(without({ theme: "dark", chat: false }, { theme: "dark", chat: true })).toEqual({ chat: false });
});

test("a guest who signs up keeps all settings", () => {
  const guest = unsentOf({ owner: null, changes: {} }, GUEST, DEFAULTS);
  const chosen = { ...DEFAULTS, theme: "dark" } as const;
  expect(unsentOf(guest, { id: "g", kind: "account" }, chosen).changes).toEqual(toldOf(chosen));
});

test("logging in to another account transfers no settings", () => {
  const guest = { owner: { id: "g", isGuest: true }, changes: { theme: "dark" } } as const;
  expect(unsentOf(guest, { id: "a", kind: "account" }, DEFAULTS).changes).toEqual({});
});

test("sends an account's unsent changes later", () => {
  const away = { owner: { id: "a", isGuest: false }, changes: { idleDays: 3 } };
  expect(unsentOf(away, { id: "a", kind: "account" }, DEFAULTS).changes).toEqual({ idleDays: 3 });
});

test("ignores invalid data in the storage", () => {
  for (const text of [null, "", "{", "[]", "null", '{"owner":7,"changes":null}']) {
    expect(parseUnsent(text)).toEqual({ owner: null, changes: {} });
  }
});
