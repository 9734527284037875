// Short tones, made on the spot: there are no files to load. Loaded when there is first something to be heard.

import type { Cue } from "./cue";

/** Pitch in hertz, beginning and length in seconds. */
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
// All the way up is still no more than a tap on a table.
const LOUDEST = 0.25;

let context: AudioContext | null = null;

export function play(cue: Cue, volume: number): void {
  context ??= new AudioContext();
  // A phone that was asleep has stopped it.
  if (context.state === "suspended") void context.resume();
  for (const [pitch, begin, length] of TONES[cue]) sound(context, pitch, begin, length, (LOUDEST * volume) / 100);
}

function sound(context: AudioContext, pitch: number, begin: number, length: number, loudness: number): void {
  const from = context.currentTime + begin;
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const level = new GainNode(context, { gain: 0 });
  // In and out by ramps: an edge would click.
  level.gain.setValueAtTime(0, from);
  level.gain.linearRampToValueAtTime(loudness, from + 0.01);
  level.gain.linearRampToValueAtTime(0, from + length);
  tone.connect(level).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}
