// Converts the values of a line chart to coordinates. Pure.

export const WIDTH = 600;
export const HEIGHT = 160;

export interface Plot {
  line: string;
  lowest: number;
  highest: number;
}

/** The line through these values from left to right, with some space above and below. */
export function plotOf(values: readonly number[]): Plot {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const air = Math.max(10, (highest - lowest) * 0.1);
  const step = WIDTH / Math.max(1, values.length - 1);
  const y = (value: number): number => HEIGHT * (1 - (value - lowest + air) / (highest - lowest + 2 * air));
  const line = values.map((value, at) => `${(at * step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return { line, lowest, highest };
}
