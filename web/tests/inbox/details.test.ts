import { expect, test } from "vitest";
import { gameDetails } from "../../src/inbox/details";
import { EMPTY_MODEL, heard, type Model } from "../../src/model";
import { board } from "../boards";

test("names variant, clock and rounds of a game on the board", () => {
  const model = heard(EMPTY_MODEL, board({ variant: "wild", rounds: 3 }));
  expect(gameDetails(model, "g1")).toBe("Wild · No clock · Best of 3");
});

test("names only the variant as long as there is only a notice", () => {
  const model = { ...EMPTY_MODEL, notices: [{ game: "g1", variant: "classic" }] } as unknown as Model;
  expect(gameDetails(model, "g1")).toBe("Classic");
});

test("names nothing about an unknown game", () => {
  expect(gameDetails(EMPTY_MODEL, "g1")).toBe("");
});
