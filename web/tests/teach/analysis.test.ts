import { expect, test } from "vitest";
import { betterThan, worth, type PositionValue } from "../../src/teach/analysis";
import type { MoveValue } from "../../src/teach/review";

const move = (position: number, value: number, exact: boolean, distance: number | null = null): MoveValue => ({
  position,
  mark: "X",
  name: `c${position}`,
  value,
  exact,
  distance,
});
const analysis = (...moves: MoveValue[]): PositionValue => ({ position: "", turn: "X", value: 0, exact: true, moves });

test("names a better move only if the played one is proven worse", () => {
  const proven = analysis(move(4, 1, true, 3), move(0, 1, true, 5), move(1, 0, true));
  expect(betterThan(proven, 1, "X")?.position).toBe(4);
  expect(betterThan(proven, 0, "X")).toBeNull();
  expect(betterThan(proven, 8, "X")).toBeNull();
});

test("needs a clear difference if the values come from a search", () => {
  const searched = analysis(move(4, 0.4, false), move(0, 0.3, false), move(1, -0.2, false));
  expect(betterThan(searched, 0, "X")).toBeNull();
  expect(betterThan(searched, 1, "X")?.position).toBe(4);
});

test("counts only the winner's moves", () => {
  expect(worth(move(0, 1, true, 3))).toBe("wins in 2 moves");
  expect(worth(move(0, 1, true, 1))).toBe("wins at once");
  expect(worth(move(0, 0, true))).toBe("draws");
  expect(worth(move(0, 0.5, false))).toBe("75% winning chances");
});
