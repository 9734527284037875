// Writes samples as the WAV file that the server expects: one channel, 16 bits, 16,000 samples a second. Pure.

export const RATE = 16_000;

const HEADER_BYTES = 44;

export function wavOf(samples: Float32Array): Blob {
  const bytes = new ArrayBuffer(HEADER_BYTES + 2 * samples.length);
  const view = new DataView(bytes);
  const text = (at: number, word: string): void => {
    for (let i = 0; i < word.length; i++) view.setUint8(at + i, word.charCodeAt(i));
  };
  text(0, "RIFF");
  view.setUint32(4, bytes.byteLength - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // PCM, one channel.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, i) => {
    view.setInt16(HEADER_BYTES + 2 * i, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  });
  return new Blob([bytes], { type: "audio/wav" });
}
