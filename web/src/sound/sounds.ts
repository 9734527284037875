// The page's sounds, at the chosen volume.

import type { BoardState } from "../messages";
import { cueOf, type Cue } from "./cue";
import type { SoundPack } from "./packs";
import { vibrate } from "./vibration";

export class Sounds {
  /** In per cent; 0 is silent. */
  volume = 0;
  pack: SoundPack = "soft";
  vibrates = false;

  /** Play the sound for a change of a visible board. */
  changed(before: BoardState | undefined, after: BoardState, me: string | undefined): void {
    const cue = cueOf(before, after, me);
    if (cue !== null) this.play(cue);
  }

  play(cue: Cue): void {
    // Browsers allow no sound or vibration before the first tap.
    if (!navigator.userActivation.hasBeenActive) return;
    if (this.vibrates) vibrate(cue);
    if (this.volume === 0) return;
    const { volume, pack } = this;
    // Without a connection the sounds may not load; then the game is silent.
    import("./tones").then(({ play }) => play(cue, volume, pack)).catch(() => {});
  }
}
