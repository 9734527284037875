// What the page lets be heard, as loud as it was chosen.

import type { BoardState } from "../messages";
import { cueOf, type Cue } from "./cue";

export class Sounds {
  /** In per cent; 0 is none. */
  volume = 0;

  /** A board has changed before somebody's eyes. */
  changed(before: BoardState | undefined, after: BoardState, me: string | undefined): void {
    const cue = cueOf(before, after, me);
    if (cue !== null) this.play(cue);
  }

  play(cue: Cue): void {
    // Until somebody has touched the page, browsers let nothing be heard.
    if (this.volume === 0 || !navigator.userActivation.hasBeenActive) return;
    const { volume } = this;
    // Without a connection it may not be there: a game is played in silence then.
    import("./tones").then(({ play }) => play(cue, volume)).catch(() => {});
  }
}
