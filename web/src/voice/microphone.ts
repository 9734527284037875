// The microphone, open only while the player speaks: the browser asks for permission the first time, and shows that it
// is on.

import tapUrl from "./tap?worker&url";
import { RATE } from "./wav";

// The server accepts no longer recordings.
const MOST_SECONDS = 5.8;

export interface Recording {
  /** Return the recording so far, in the server's format. The microphone is closed. */
  finish(): Promise<Float32Array>;
  /** Close the microphone and discard the recording. */
  cancel(): void;
}

/** Whether a microphone may be available: browsers deny it to pages over plain HTTP from another machine. */
export const canRecord = (): boolean => "mediaDevices" in navigator && "AudioWorkletNode" in window;

/** Start to record. Throws the browser's error if there is no microphone or no permission. */
export async function record(onlevel: (level: number) => void, onfull: () => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const context = new AudioContext();
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(tapUrl);
  } catch (error) {
    close();
    throw error;
  }
  const tap = new AudioWorkletNode(context, "tap", { numberOfOutputs: 0 });
  const parts: Float32Array[] = [];
  let length = 0;
  tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    if (length >= MOST_SECONDS * context.sampleRate) return;
    parts.push(data);
    length += data.length;
    onlevel(levelOf(data));
    if (length >= MOST_SECONDS * context.sampleRate) onfull();
  };
  context.createMediaStreamSource(stream).connect(tap);
  return {
    finish: () => {
      close();
      return resampled(joined(parts, length), context.sampleRate);
    },
    cancel: close,
  };
}

/** The loudness from 0 to 1, on a logarithmic scale. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  // From -60 decibels to 0.
  return Math.max(0, Math.min(1, 1 + Math.log10(Math.max(power, 1e-6)) / 6));
}

function joined(parts: readonly Float32Array[], length: number): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Resample with the browser's own filter, which removes frequencies that our rate can't represent. */
async function resampled(samples: Float32Array<ArrayBuffer>, rate: number): Promise<Float32Array> {
  if (samples.length === 0) return samples;
  const offline = new OfflineAudioContext(1, Math.ceil((samples.length * RATE) / rate), RATE);
  const buffer = offline.createBuffer(1, samples.length, rate);
  buffer.copyToChannel(samples, 0);
  const source = offline.createBufferSource();
  source.buffer = buffer;
  source.connect(offline.destination);
  source.start();
  return (await offline.startRendering()).getChannelData(0);
}
