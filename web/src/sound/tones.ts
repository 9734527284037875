// Generates short tones, so there are no sound files. This module loads with the first sound.

import type { Cue } from "./cue";
import { INSTRUMENTS, type Instrument, type SoundPack } from "./packs";

/** Pitch in hertz, start and length in seconds. */
type Tone = readonly [number, number, number];

const TONES: Record<Cue, readonly Tone[]> = {
  mine: [[660, 0, 0.07]],
  theirs: [[440, 0, 0.09]],
  joined: [
    [523, 0, 0.09],
    [784, 0.09, 0.14],
  ],
  won: [
    [523, 0, 0.11],
    [659, 0.11, 0.11],
    [784, 0.22, 0.26],
  ],
  lost: [
    [440, 0, 0.15],
    [330, 0.15, 0.28],
  ],
  drawn: [
    [494, 0, 0.12],
    [494, 0.17, 0.17],
  ],
};
// Full volume is still quiet.
const LOUDEST = 0.25;

let context: AudioContext | null = null;

export function play(cue: Cue, volume: number, pack: SoundPack): void {
  context ??= new AudioContext();
  // The phone suspends audio while it sleeps.
  if (context.state === "suspended") void context.resume();
  for (const tone of TONES[cue]) sound(context, tone, INSTRUMENTS[pack], (LOUDEST * volume) / 100);
}

function sound(context: AudioContext, [pitch, begin, lasts]: Tone, by: Instrument, loudness: number): void {
  const from = context.currentTime + begin;
  const length = lasts * by.length;
  const tone = new OscillatorNode(context, { type: by.wave, frequency: pitch * by.pitch });
  const level = new GainNode(context, { gain: 0 });
  // Fade in and out: a sudden change would click.
  level.gain.setValueAtTime(0, from);
  level.gain.linearRampToValueAtTime(loudness * by.loudness, from + 0.01);
  level.gain.linearRampToValueAtTime(0, from + length);
  tone.connect(level).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}
