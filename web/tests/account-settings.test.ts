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

test("what a device tells of its settings comes back as they were", () => {
  for (const sending of ["at-once", "undo", "confirm"] as const) {
    const { voice, ...chosen } = { ...DEFAULTS, sending, language: "ru", theme: "dark", chat: false } as const;
    expect(voice).toBe(false);
    expect(settingsOf({ ...ACCOUNT, ...toldOf(chosen) })).toEqual(chosen);
  }
  expect(toldOf({ voice: true })).toEqual({});
  expect(toldOf({ language: null })).toEqual({ language: "auto" });
});

test("a language that the page does not speak is left to the browser", () => {
  expect(settingsOf({ ...ACCOUNT, language: "de" }).language).toBeNull();
});

test("what was changed while the server was told is told next", () => {
  expect(without({ theme: "dark", chat: false }, { theme: "dark", chat: true })).toEqual({ chat: false });
});

test("a guest who becomes an account takes all settings along", () => {
  const guest = unsentOf({ owner: null, changes: {} }, GUEST, DEFAULTS);
  const chosen = { ...DEFAULTS, theme: "dark" } as const;
  expect(unsentOf(guest, { id: "g", kind: "account" }, chosen).changes).toEqual(toldOf(chosen));
});

test("who logs in to another account brings nothing along", () => {
  const guest = { owner: { id: "g", isGuest: true }, changes: { theme: "dark" } } as const;
  expect(unsentOf(guest, { id: "a", kind: "account" }, DEFAULTS).changes).toEqual({});
});

test("what an account could not send is sent later", () => {
  const away = { owner: { id: "a", isGuest: false }, changes: { idleDays: 3 } };
  expect(unsentOf(away, { id: "a", kind: "account" }, DEFAULTS).changes).toEqual({ idleDays: 3 });
});

test("nonsense in the store is nothing", () => {
  for (const text of [null, "", "{", "[]", "null", '{"owner":7,"changes":null}']) {
    expect(parseUnsent(text)).toEqual({ owner: null, changes: {} });
  }
});
