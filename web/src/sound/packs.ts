// The sound packs: the same melodies with different instruments. Pure.

export const PACKS = ["soft", "wood", "arcade"] as const;
export type SoundPack = (typeof PACKS)[number];

export interface Instrument {
  wave: OscillatorType;
  /** Factors for the pitch and the length of each tone. */
  pitch: number;
  length: number;
  /** Compensates for waveforms that sound louder. */
  loudness: number;
}

export const INSTRUMENTS: Readonly<Record<SoundPack, Instrument>> = {
  soft: { wave: "triangle", pitch: 1, length: 1, loudness: 1 },
  wood: { wave: "sine", pitch: 0.5, length: 0.55, loudness: 1.6 },
  arcade: { wave: "square", pitch: 1.5, length: 0.8, loudness: 0.35 },
};
