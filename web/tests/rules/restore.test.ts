import { expect, test } from "vitest";
import { parseGame } from "../../src/rules/notation";
import { replay, type Position } from "../../src/rules/position";
import { parsePosition, positionText, restore } from "../../src/rules/restore";

const GAMES = [
  "classic",
  "classic.b2a1c3",
  "classic.b2a1b1c3b3",
  "misere.a1b2b1c3c1",
  "wild.Xb2Oa1Xc3",
  "6x6.c3d3c4c2d4b4e4f4d2e5",
  "gomoku-exact.a1a3b1c3c1e3e1g3f1i3d1",
  "caro.b1a1c1g1d1a3e1c3f1",
  "ultimate.e5d4b2f6i9g8b5d5b4",
  "order-and-chaos.Xa1Xb1Xc1Xd1Of6Xe1",
  "order-and-chaos.Od1Oa2Xb2Xc5Ob3Oe5Ob6Xb5Xf6Oa3Xf2Xd5Od2Xa6Xb1Oc6Xe2Oe4Od4Xe6Oc4Of3Xe3Xb4Xc2Oa1Xc1Of4Xd6Oc3Xa4Xa5Xf1Xf5Oe1Xd3",
  "gomoku-swap2.h8i9",
  "gomoku-swap2.h8i9g7",
  "gomoku-swap2.h8i9g7takek9",
  "gomoku-swap2.h8i9g7moreh10i10",
  "gomoku-swap2.h8i9g7moreh10f6takea15e5c15d4",
  "gomoku-swap2.h8a1i8takec1j8e1k8g1l8",
  "vanishing.a1b1b2c1c2a3",
  "vanishing.a1b1b2c1c2a3c3b3",
  "vanishing.a3a2a1b3b1c2c1",
  "ultimate-majority.f1i3h7e2d6c8i6i8i4h2e4d2a6a9c7h3e7f2g5a4a2b4c3g7c2i5g6c9i7g1b2d4c5h6e9e8f6g9b9d9b7g8b6f7a7f5h5f4e6a5b5c4",
];

function played(text: string): Position {
  const game = parseGame(text);
  if (game === null) throw new Error(text);
  return replay(game.variant, game.moves);
}

test.each(GAMES)("%s is the same position set up as played", (text) => {
  const position = played(text);
  const target = position.openBoards.length === 1 ? (position.openBoards[0] ?? null) : null;
  expect(restore(position.variant, position.cells, target, position.history, position.stage)).toEqual(position);
  expect(parsePosition(positionText(position))).toEqual(position);
});

test("writes positions as the server does", () => {
  expect(positionText(played("classic.b2a1"))).toBe("classic O2/1X1/3 X");
  expect(positionText(played("ultimate"))).toBe("ultimate 9/9/9/9/9/9/9/9/9 X *");
});

test("rejects what is not a position", () => {
  for (const text of [
    "",
    "nothing 3/3/3 X",
    "classic 3/3 X",
    "classic 4/3/3 X",
    "classic ab1/3/3 X",
    "classic 99/3/3 X",
  ])
    expect(parsePosition(text)).toBeNull();
});

test("three won boards in a row end Ultimate", () => {
  const three = parsePosition("ultimate XXXXXXXXX/9/9/9/9/9/9/9/9 O *");
  expect(three?.outcome).toMatchObject({ winner: "X", reason: "line" });
  expect(three?.boards).toBe("XXX......");
  expect(three?.outcome?.line).toHaveLength(27);
});

test("any board may be played if the next one is closed", () => {
  const position = parsePosition("ultimate XXX6/9/9/9/9/9/9/9/9 O 0");
  expect(position?.openBoards).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(parsePosition("ultimate 9/9/9/9/9/9/9/9/9 X 4")?.openBoards).toEqual([4]);
});
