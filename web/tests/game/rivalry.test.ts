import { expect, test } from "vitest";
import { NO_RIVALRIES, tallyOf, withGame, type Rivalries } from "../../src/game/rivalry";
import type { BoardState, Seat } from "../../src/messages";
import { board } from "../boards";

const finished = (game: string, winner: Seat | null, reason = "line"): BoardState => ({
  ...board(),
  game,
  phase: "finished",
  result: { winner, reason, line: [] },
});

const me = board().players.X?.id ?? "";
const other = board().players.O?.id ?? "";

function counting(...games: BoardState[]): Rivalries {
  return games.reduce((known, game) => withGame(known, game, me, 0), NO_RIVALRIES);
}

test("wins and draws add up, and a game counts once", () => {
  const known = counting(finished("a", "X"), finished("b", null), finished("a", "X"), finished("c", "O"));
  expect(tallyOf(known, other, 0)).toMatchObject({ mine: 1.5, theirs: 1.5 });
});

test("a streak ends with anything but a win", () => {
  expect(counting(finished("a", "X"), finished("b", "X")).streak).toBe(2);
  expect(counting(finished("a", "X"), finished("b", null)).streak).toBe(0);
});

test("does not count cancelled games", () => {
  expect(counting(finished("a", null, "aborted"))).toEqual(NO_RIVALRIES);
});

test("starts a new score the next day", () => {
  expect(tallyOf(counting(finished("a", "X")), other, 24 * 3_600_000)).toEqual({ mine: 0, theirs: 0 });
});
