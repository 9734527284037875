import { expect, test } from "vitest";
import { faceOf } from "../../src/people/face";
import { HEIGHT, plotOf, WIDTH } from "../../src/people/plot";

test("draws the line from left to right, between the lowest and highest value", () => {
  const { line, lowest, highest } = plotOf([1500, 1600, 1550]);
  expect([lowest, highest]).toEqual([1500, 1600]);
  const points = line.split(" ").map((point) => point.split(",").map(Number) as [number, number]);
  expect(points.map(([x]) => x)).toEqual([0, WIDTH / 2, WIDTH]);
  const [first, second, third] = points.map(([, y]) => y) as [number, number, number];
  expect(second).toBeLessThan(third);
  expect(third).toBeLessThan(first);
  expect(Math.min(first, second, third)).toBeGreaterThan(0);
  expect(Math.max(first, second, third)).toBeLessThan(HEIGHT);
});

test("draws a single value as a point in the middle", () => {
  expect(plotOf([1500]).line).toBe(`0.0,${(HEIGHT / 2).toFixed(1)}`);
});

test("a face is symmetric, and different for each player", () => {
  const face = faceOf("p-ann");
  expect(faceOf("p-ann")).toEqual(face);
  expect(faceOf("p-anm")).not.toEqual(face);
  const cells = new Set(face.cells.map(String));
  for (const [x, y] of face.cells) expect(cells).toContain(String([4 - x, y]));
});
