// The current settings: stored on this device, and for accounts also on the server. Applies them to the page.

import { settingsOf, toldOf } from "./account-settings";
import { keepSettings, readSettings, SETTINGS_KEY, type DeviceSettings } from "./device";
import { applyLooks } from "./looks/looks";
import type { PlayerSettings } from "./messages";
import { SettingsSync } from "./settings-sync.svelte";
import { preferred, speak, type Language } from "./words";

export class Settings {
  chosen: DeviceSettings = $state.raw(readSettings());
  /** The current language of the page. */
  language: Language = $state("en");
  readonly sync = new SettingsSync((settings) => this.#onHeard(settings));

  async start(): Promise<void> {
    this.sync.start();
    window.addEventListener("storage", ({ key }) => {
      if (key !== SETTINGS_KEY) return;
      this.chosen = readSettings();
      void this.#apply();
    });
    await this.#apply();
  }

  async change(change: Partial<DeviceSettings>): Promise<void> {
    this.chosen = { ...this.chosen, ...change };
    keepSettings(this.chosen);
    const told = toldOf(change);
    if (Object.keys(told).length > 0) this.sync.change(told);
    await this.#apply();
  }

  #onHeard(account: PlayerSettings): void {
    this.chosen = { ...this.chosen, ...settingsOf(account) };
    keepSettings(this.chosen);
    void this.#apply();
  }

  async #apply(): Promise<void> {
    const { theme } = this.chosen;
    const language = this.chosen.language ?? preferred(navigator.languages);
    const root = document.documentElement;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.toggleAttribute("data-coordinates", this.chosen.coordinates);
    applyLooks(root, this.chosen);
    await speak(language);
    root.lang = language;
    this.language = language;
  }
}
