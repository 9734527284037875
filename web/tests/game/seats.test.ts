import { expect, test } from "vitest";
import { harderThan } from "../../src/game/levels";
import { freeSeat, hasAccount, isPerson, opponentOf, otherSeat, seatOf } from "../../src/game/seats";
import type { PlayerCard } from "../../src/messages";
import { ANN, BOB, board } from "../boards";

const computer = (level: number): PlayerCard => ({ ...ANN, id: `computer-${level}`, kind: "computer" });

test("finds the seat of a player, and none for a spectator", () => {
  expect(seatOf(board(), ANN.id)).toBe("X");
  expect(seatOf(board(), BOB.id)).toBe("O");
  expect(seatOf(board(), "p-eve")).toBeNull();
  expect(seatOf(board(), undefined)).toBeNull();
});

test("a seat is free in an open game only", () => {
  expect(freeSeat(board())).toBeNull();
  expect(freeSeat(board({ phase: "open", players: { X: ANN, O: null } }))).toBe("O");
  expect(freeSeat(board({ phase: "open", players: { X: null, O: BOB } }))).toBe("X");
});

test("finds the opponent in the other seat", () => {
  expect(otherSeat("X")).toBe("O");
  expect(opponentOf(board(), "O")).toBe(ANN);
});

test("does not count the computer and deleted accounts as people", () => {
  expect(isPerson(ANN)).toBe(true);
  expect(isPerson(computer(3))).toBe(false);
  expect(isPerson({ ...ANN, kind: "deleted" })).toBe(false);
});

test("only accounts and bots have an account", () => {
  const kinds = ["account", "bot", "guest", "computer", "deleted"] as const;
  expect(kinds.filter((kind) => hasAccount({ ...ANN, kind }))).toEqual(["account", "bot"]);
});

test("every level except the strongest has a harder one", () => {
  expect(harderThan(computer(3))).toBe(4);
  expect(harderThan(computer(8))).toBeNull();
  expect(harderThan(ANN)).toBeNull();
  expect(harderThan(null)).toBeNull();
});
