// The settings in force: kept on this device, and put into effect on the page.

import { keepSettings, readSettings, type DeviceSettings } from "./device";
import { preferred, speak, type Language } from "./words";

export class Settings {
  chosen: DeviceSettings = $state.raw(readSettings());
  /** The language that the page speaks now. */
  language: Language = $state("en");

  async start(): Promise<void> {
    await this.#apply();
  }

  async change(change: Partial<DeviceSettings>): Promise<void> {
    this.chosen = { ...this.chosen, ...change };
    keepSettings(this.chosen);
    await this.#apply();
  }

  async #apply(): Promise<void> {
    const { theme } = this.chosen;
    const language = this.chosen.language ?? preferred(navigator.languages);
    const root = document.documentElement;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    await speak(language);
    root.lang = language;
    this.language = language;
  }
}
