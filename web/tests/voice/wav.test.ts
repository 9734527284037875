import { expect, test } from "vitest";
import { levelOf } from "../../src/voice/microphone";
import { wavOf } from "../../src/voice/wav";

test("writes samples as a WAV file", async () => {
  const blob = wavOf(Float32Array.from([0, 0.5, -0.5, 1, -1, 7, -7]));
  expect(blob.type).toBe("audio/wav");
  const view = new DataView(await blob.arrayBuffer());
  const text = (at: number, length: number): string =>
    String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)));
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(["RIFF", "WAVEfmt ", "data"]);
  expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([1, 16_000, 16]);
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([blob.size - 8, 14]);
  const samples = Array.from({ length: 7 }, (_, i) => view.getInt16(44 + 2 * i, true));
  expect(samples).toEqual([0, 16_384, -16_383, 32_767, -32_767, 32_767, -32_767]);
});

test("the level ranges from 0 to 1", () => {
  const sound = (loud: number): number => levelOf(new Float32Array(128).fill(loud));
  expect(sound(0)).toBe(0);
  expect(sound(1)).toBe(1);
  expect(sound(0.03)).toBeCloseTo(0.5, 1);
});
