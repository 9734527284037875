import { expect, test } from "vitest";
import { actionsOf, declinedOffer } from "../../src/game/actions";
import { ANN, BOB, board } from "../boards";

const moved = { cells: "X...O....", ply: 2 };

test("a game can be cancelled until both have moved, and resigned from then on", () => {
  expect(actionsOf(board(), "X")).toMatchObject({ canAbort: true, canResign: false, canOffer: [] });
  expect(actionsOf(board(moved), "X")).toMatchObject({ canAbort: false, canResign: true });
  expect(actionsOf(board({ round: 2 }), "X")).toMatchObject({ canAbort: false, canResign: true });
});

test("allows to offer a draw after one move, and a takeback after two", () => {
  expect(actionsOf(board({ cells: "X........", ply: 1 }), "O").canOffer).toEqual(["draw"]);
  expect(actionsOf(board(moved), "O").canOffer).toEqual(["draw", "takeback"]);
});

test("an open offer can be answered by the opponent, and not be repeated", () => {
  const offered = board({ ...moved, offers: { draw: "X" } });
  expect(actionsOf(offered, "X")).toMatchObject({ offered: ["draw"], toAnswer: [], canOffer: ["takeback"] });
  expect(actionsOf(offered, "O")).toMatchObject({ offered: [], toAnswer: ["draw"], canOffer: ["takeback"] });
});

test("a spectator has no actions", () => {
  expect(actionsOf(board({ ...moved, offers: { draw: "X" } }), null)).toEqual({
    canAbort: false,
    canResign: false,
    canOffer: [],
    toAnswer: [],
    offered: [],
    canPlayAgain: false,
  });
});

test("a finished game can be played again while there is an opponent", () => {
  const over = board({ ...moved, phase: "finished", result: { winner: "X", reason: "line", line: [] } });
  expect(actionsOf(over, "X")).toMatchObject({ canPlayAgain: true, canResign: false, canAbort: false });
  expect(actionsOf({ ...over, players: { X: ANN, O: null } }, "X").canPlayAgain).toBe(false);
});

test("reports an offer as declined if it is gone after the opponent's move", () => {
  const before = board({ ...moved, offers: { takeback: "X" } });
  const move = { seat: "O" as const, cell: 8 };
  const theirs = board({ ...moved, ply: 3, lastMove: { ...move, mark: "O" } as never });
  expect(declinedOffer(before, theirs, ANN.id)).toBe("takeback");
  expect(declinedOffer(before, theirs, BOB.id)).toBeNull();
  expect(declinedOffer(before, theirs, undefined)).toBeNull();
});

test("does not report an offer as declined if your own move or a takeback ended it", () => {
  const before = board({ ...moved, offers: { takeback: "X" } });
  const mine = board({ ...moved, ply: 3, lastMove: { seat: "X", cell: 8, mark: "X" } as never });
  expect(declinedOffer(before, mine, ANN.id)).toBeNull();
  expect(declinedOffer(before, board({ ply: 0 }), ANN.id)).toBeNull();
  expect(declinedOffer(before, board({ ...moved, round: 2 }), ANN.id)).toBeNull();
  expect(declinedOffer(before, board({ ...moved, phase: "finished" }), ANN.id)).toBeNull();
});
