// What is chosen on this device and kept in this browser. Pure but for the two functions that read and write the store.

import { SENDING, type Sending } from "./game/intent";
import { isLanguage, type Language } from "./words";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface DeviceSettings {
  /** Null follows the browser. */
  language: Language | null;
  theme: Theme;
  sending: Sending;
  chat: boolean;
  sounds: boolean;
  /** Of the sounds, in per cent. */
  volume: number;
  /** Squares can be said: off until somebody wants it. */
  voice: boolean;
}

export const DEFAULTS: DeviceSettings = {
  language: null,
  theme: "system",
  sending: "at-once",
  chat: true,
  sounds: true,
  volume: 70,
  voice: false,
};

export const SETTINGS_KEY = "noughts.settings";

/** What this text holds, as far as it can be understood: an older or newer page may have written it. */
export function parseSettings(text: string | null): DeviceSettings {
  const told = parsed(text);
  return {
    language: typeof told.language === "string" && isLanguage(told.language) ? told.language : DEFAULTS.language,
    theme: THEMES.find((theme) => theme === told.theme) ?? DEFAULTS.theme,
    sending: SENDING.find((sending) => sending === told.sending) ?? DEFAULTS.sending,
    chat: typeof told.chat === "boolean" ? told.chat : DEFAULTS.chat,
    sounds: typeof told.sounds === "boolean" ? told.sounds : DEFAULTS.sounds,
    volume: isVolume(told.volume) ? told.volume : DEFAULTS.volume,
    voice: typeof told.voice === "boolean" ? told.voice : DEFAULTS.voice,
  };
}

function isVolume(told: unknown): told is number {
  return Number.isInteger(told) && Number(told) >= 0 && Number(told) <= 100;
}

/** Where storage is forbidden, settings last as long as the page. */
export function readSettings(): DeviceSettings {
  try {
    return parseSettings(localStorage.getItem(SETTINGS_KEY));
  } catch {
    return DEFAULTS;
  }
}

export function keepSettings(settings: DeviceSettings): void {
  try {
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
  } catch {
    // Forbidden or full: nothing is lost but comfort.
  }
}

function parsed(text: string | null): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
