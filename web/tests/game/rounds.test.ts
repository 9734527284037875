import { expect, test } from "vitest";
import { previousRound } from "../../src/game/rounds";
import { statusOf } from "../../src/game/status";
import { words } from "../../src/words";
import { ANN, board, BOB, ultimate } from "../boards";

const WON = { winner: "X", reason: "line", line: [0, 1, 2] } as const;
const SECOND = board({
  round: 2,
  rounds: 3,
  players: { X: BOB, O: ANN },
  score: { X: 0, O: 1 },
  previousRound: { cells: "XXXOO....", result: { ...WON, line: [...WON.line] } },
});

test("shows the previous round with its own cells, result and seats", () => {
  expect(previousRound(SECOND)).toMatchObject({
    round: 1,
    cells: "XXXOO....",
    result: WON,
    players: { X: ANN, O: BOB },
    score: { X: 1, O: 0 },
    turn: null,
  });
});

test("describes its end as that of a round", () => {
  const first = previousRound(SECOND) ?? SECOND;
  expect(words.status(statusOf(first, ANN.id))).toBe("You won the round!");
  expect(words.status(statusOf(first, BOB.id))).toBe("You lost the round.");
  expect(words.status(statusOf({ ...first, result: { winner: null, reason: "full", line: [] } }, BOB.id))).toBe(
    "Round drawn.",
  );
});

test("has no previous round in the first round, or at the end of the series", () => {
  expect(previousRound(board())).toBeNull();
  expect(previousRound({ ...SECOND, phase: "finished" })).toBeNull();
});

test("derives the small boards of Ultimate from the cells", () => {
  const cells = `XXX......${".".repeat(72)}`;
  const next = ultimate({ round: 2, previousRound: { cells, result: { winner: "X", reason: "resigned", line: [] } } });
  expect(previousRound(next)?.boards).toBe("X........");
});
