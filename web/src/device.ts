// Settings of this device, kept in this browser. Pure except for the two functions that read and write the storage.

import { SENDING, type Sending } from "./game/intent";
import { BOARDS, MARKS, PLAIN_LOOKS, type Looks } from "./looks/looks";
import { PACKS, type SoundPack } from "./sound/packs";
import { isLanguage, type Language } from "./words";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface DeviceSettings extends Looks {
  /** Null follows the browser. */
  language: Language | null;
  theme: Theme;
  sending: Sending;
  chat: boolean;
  sounds: boolean;
  /** Sound volume in per cent. */
  volume: number;
  soundPack: SoundPack;
  /** Only on devices that can vibrate. */
  vibration: boolean;
  /** Letters and numbers along the edge of the board. */
  coordinates: boolean;
  /** Voice moves are off until the player turns them on. */
  voice: boolean;
}

export const DEFAULTS: DeviceSettings = {
  language: null,
  theme: "system",
  sending: "at-once",
  chat: true,
  sounds: true,
  volume: 70,
  soundPack: "soft",
  vibration: true,
  coordinates: false,
  voice: false,
  ...PLAIN_LOOKS,
};

export const SETTINGS_KEY = "noughts.settings";

/** The valid settings in this text. Another version of the page may have written it. */
export function parseSettings(text: string | null): DeviceSettings {
  const told = parsed(text);
  return {
    language: typeof told.language === "string" && isLanguage(told.language) ? told.language : DEFAULTS.language,
    theme: THEMES.find((theme) => theme === told.theme) ?? DEFAULTS.theme,
    sending: SENDING.find((sending) => sending === told.sending) ?? DEFAULTS.sending,
    chat: flag(told.chat, DEFAULTS.chat),
    sounds: flag(told.sounds, DEFAULTS.sounds),
    volume: isVolume(told.volume) ? told.volume : DEFAULTS.volume,
    soundPack: PACKS.find((pack) => pack === told.soundPack) ?? DEFAULTS.soundPack,
    vibration: flag(told.vibration, DEFAULTS.vibration),
    coordinates: flag(told.coordinates, DEFAULTS.coordinates),
    voice: flag(told.voice, DEFAULTS.voice),
    board: BOARDS.find((board) => board === told.board) ?? DEFAULTS.board,
    marks: MARKS.find((marks) => marks === told.marks) ?? DEFAULTS.marks,
    safeColours: flag(told.safeColours, DEFAULTS.safeColours),
  };
}

function flag(told: unknown, otherwise: boolean): boolean {
  return typeof told === "boolean" ? told : otherwise;
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
    // Storage is forbidden or full: the settings last as long as the page.
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
