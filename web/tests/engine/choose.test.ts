import { expect, test } from "vitest";
import { choose, type World } from "../../src/engine/choose";
import { LEVELS, type Level } from "../../src/engine/levels";
import { parseGame } from "../../src/rules/notation";
import { legalMoves, play, replay, start, toMove, type Position } from "../../src/rules/position";
import { findVariant } from "../../src/rules/variants";
import type { Seat } from "../../src/messages";

/** A clock that advances at every read, so that searches end soon, and a seeded random generator. */
function world(seed: number): World {
  let now = 0;
  let state = seed;
  return {
    nowMs: () => (now += 200),
    random: () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    },
  };
}

function from(text: string): Position {
  const game = parseGame(text);
  if (game === null) throw new Error(text);
  return replay(game.variant, game.moves);
}

function begin(name: string): Position {
  const variant = findVariant(name);
  if (variant === null) throw new Error(name);
  return start(variant);
}

function playGame(name: string, levels: Record<Seat, Level>, seed: number): Seat | null {
  const chance = world(seed);
  let position = begin(name);
  while (position.outcome === null) position = play(position, choose(position, levels[toMove(position)], chance));
  return position.outcome.winner;
}

/** Whether any sequence of moves from this position beats the strongest level. */
function canBeBeaten(position: Position, computer: Seat): boolean {
  if (position.outcome !== null) return position.outcome.winner !== null && position.outcome.winner !== computer;
  if (toMove(position) === computer) return canBeBeaten(play(position, choose(position, 8, world(1))), computer);
  return legalMoves(position).some((move) => canBeBeaten(play(position, move), computer));
}

test("nobody beats the highest level on 3x3, from either seat", () => {
  expect(canBeBeaten(begin("classic"), "X")).toBe(false);
  expect(canBeBeaten(begin("classic"), "O")).toBe(false);
  expect(canBeBeaten(begin("misere"), "X")).toBe(false);
  // In wild the first player wins by playing the centre.
  expect(canBeBeaten(begin("wild"), "X")).toBe(false);
});

test.each([
  "classic",
  "misere",
  "wild",
  "4x4",
  "6x6",
  "9x9",
  "gomoku",
  "gomoku-exact",
  "caro",
  "gomoku-swap2",
  "connect-four",
  "notakto",
  "ultimate",
  "ultimate-majority",
  "order-and-chaos",
  "vanishing",
  "mnk-5x7-4",
])("every level plays %s by the rules to the end", (name) => {
  for (const level of LEVELS) playGame(name, { X: level, O: 1 }, level);
});

test("wins when it can, and otherwise stops the opponent", () => {
  expect(choose(from("gomoku.h8a1h9a3h10a5h11a7"), 8, world(1)).cell % 15).toBe(7);
  expect(from("6x6.c3a1d3").cells).toContain("XX");
  expect([1, 4, 5].map((col) => 2 * 6 + col)).toContain(choose(from("6x6.c3a1d3"), 8, world(1)).cell);
  expect(choose(from("classic.a1b2a2"), 8, world(1)).cell).toBe(6);
});

test("completes a line in Order and Chaos, and prevents one with the other mark", () => {
  expect(choose(from("order-and-chaos.Oa1Xa6Ob1Of6Oc1Xf5Od1Xc4"), 8, world(1))).toEqual({ cell: 4, mark: "O" });
  expect(choose(from("order-and-chaos.Ob1Xf1Oc1Of6Od1Xf5Oe1"), 8, world(1))).toEqual({ cell: 0, mark: "X" });
});

test("in Vanishing the first player wins in 13 moves", () => {
  for (const seed of [1, 2, 3]) {
    expect(playGame("vanishing", { X: 8, O: 8 }, seed)).toBe("X");
    expect(playGame("vanishing", { X: 8, O: 1 }, seed)).toBe("X");
  }
  let position = begin("vanishing");
  while (position.outcome === null) position = play(position, choose(position, 8, world(1)));
  expect(position.ply).toBe(13);
});

test("knows which fives win", () => {
  // X has four on the first row: the gap would make six, or a row that is blocked twice.
  const six = choose(from("gomoku-exact.a1a3b1c3c1e3e1g3f1i3h8k3"), 8, world(1));
  expect(six.cell).not.toBe(3);
  const blocked = from("caro.b1a1c1g1d1a9e1c11");
  expect(choose(blocked, 8, world(1)).cell).not.toBe(5);
  // O need not fill the gap either, and stops a real four.
  expect(choose(from("gomoku-exact.a1a3b1c3c1e3e1g3f1i3"), 8, world(1)).cell).not.toBe(3);
  expect([4, 5]).toContain(choose(from("caro.a1a3b1c3c1e3d1"), 8, world(1)).cell);
});

test.each(["6x6", "ultimate", "connect-four"])("on %s the highest level beats the lowest", (name) => {
  const results = [1, 2, 3, 4].map((seed) =>
    seed % 2 === 0 ? playGame(name, { X: 8, O: 1 }, seed) === "X" : playGame(name, { X: 1, O: 8 }, seed) === "O",
  );
  expect(results.filter(Boolean).length).toBeGreaterThanOrEqual(3);
});
