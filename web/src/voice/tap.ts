// Runs beside the microphone in a separate thread, and passes its samples on as they arrive.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

class Tap extends AudioWorkletProcessor {
  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const samples = inputs[0]?.[0];
    if (samples !== undefined) this.port.postMessage(samples.slice());
    return true;
  }
}

registerProcessor("tap", Tap);
