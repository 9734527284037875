import { expect, test } from "vitest";
import { askedBy } from "../../src/voice/commands";
import { reactionTo, type Guess, type SpokenCommand } from "../../src/voice/heard";
import { board as anyBoard } from "../boards";

const square = (cell: number): Guess => ({ phrase: `${cell}`, confidence: 0.5, cell, square: "a1", command: null });
const spoken = (command: SpokenCommand): Guess => ({ ...square(0), cell: null, square: null, command });

test("plays a confident result", () => {
  expect(reactionTo({ verdict: "sure", guesses: [square(4), square(0)] })).toEqual({ kind: "play", cell: 4 });
  expect(reactionTo({ verdict: "sure", guesses: [spoken("undo")] })).toEqual({ kind: "undo" });
});

test("asks to confirm commands, and offers alternatives for uncertain results", () => {
  const resign = spoken("resign");
  expect(reactionTo({ verdict: "sure", guesses: [resign, square(1)] })).toEqual({ kind: "ask", guesses: [resign] });
  const guesses = [square(4), spoken("undo"), square(1)];
  expect(reactionTo({ verdict: "unsure", guesses })).toEqual({ kind: "ask", guesses: guesses.slice(0, 2) });
});

test("ignores silence and other words", () => {
  expect(reactionTo({ verdict: "silence", guesses: [] })).toEqual({ kind: "nothing", why: "silence" });
  expect(reactionTo({ verdict: "other", guesses: [square(1)] })).toEqual({ kind: "nothing", why: "other" });
  expect(reactionTo({ verdict: "sure", guesses: [] })).toEqual({ kind: "nothing", why: "other" });
});

test("a spoken command sends the same request as its button", () => {
  const board = anyBoard();
  const { game } = board;
  expect(askedBy("resign", board, "X")).toEqual({ type: "Resign", game });
  expect(askedBy("draw", board, "X")).toEqual({ type: "Offer", game, what: "draw" });
  expect(askedBy("draw", { ...board, offers: { draw: "O" } }, "X")).toEqual({
    type: "AcceptOffer",
    game,
    what: "draw",
  });
  expect(askedBy("undo", board, "X")).toEqual({ type: "Offer", game, what: "takeback" });
  expect(askedBy("play_again", board, "X")).toEqual({ type: "PlayAgain", game, value: true });
});
