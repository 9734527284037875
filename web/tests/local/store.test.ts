// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { newGame, withMove } from "../../src/local/game";
import { keepSitting, keptSitting, NEW_SITTING } from "../../src/local/sitting";
import { keepGame, keptGame } from "../../src/local/store";
import { countGame, scoreAgainst } from "../../src/rivals";
import { findVariant } from "../../src/rules/variants";
import { keepUnsent, readUnsent } from "../../src/unsent";
import { ANN, BOB, board } from "../boards";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const forbidden = (): never => {
  throw new Error("forbidden");
};

const game = withMove(newGame(findVariant("classic")!, null), { cell: 4, mark: "X" });
const sitting = { names: ["Ann", "Bob"], points: [1, 0.5], isSwapped: true } as const;
const won = board({ phase: "finished", result: { winner: "X", reason: "line", line: [] } });
const unsent = { owner: { id: ANN.id, isGuest: true }, changes: {} };

test("stores each kind separately", () => {
  keepGame("two", game);
  expect(keptGame("two")).toEqual(game);
  expect(keptGame("computer")).toBeNull();
  keepSitting(sitting);
  expect(keptSitting()).toEqual(sitting);
  keepUnsent(unsent);
  expect(readUnsent()).toEqual(unsent);
  countGame(won, ANN.id);
  expect(scoreAgainst(BOB.id, ANN.id)).toMatchObject({ mine: 1, theirs: 0, streak: 1 });
});

test("works in a browser without storage", () => {
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  keepGame("two", game);
  expect(keptGame("two")).toBeNull();
  keepSitting(sitting);
  expect(keptSitting()).toEqual(NEW_SITTING);
  keepUnsent(unsent);
  expect(readUnsent()).toEqual({ owner: null, changes: {} });
  countGame(won, ANN.id);
  expect(scoreAgainst(BOB.id, ANN.id)).toMatchObject({ mine: 0, theirs: 0, streak: 0 });
});
