import { describe, expect, test } from "vitest";
import { canPlay, movesMade, withAnswer, withBoard, withGone, withPending, withReturn } from "../../src/game/state";
import type { ActionSuccess } from "../../src/messages";
import { ANN, board, BOB, ultimate } from "../boards";

const PENDING = { id: "c1", ply: 0, position: 4, mark: "X" } as const;
const REFUSED: ActionSuccess = { type: "ActionSuccess", value: false, re: "MakeMove", id: "c1", code: "cell_taken" };
const known = withBoard(undefined, board());

describe("the newest board is the truth", () => {
  test("an older one changes nothing", () => {
    expect(withBoard(known, board({ version: 2, cells: "X........" }))).toBe(known);
  });

  test("a newer one replaces it", () => {
    expect(withBoard(known, board({ version: 4, ply: 1, cells: "X........" })).board.cells).toBe("X........");
  });
});

describe("a tapped move", () => {
  const tapped = withPending(known, PENDING);

  test("is pending until the board has it", () => {
    expect(withBoard(tapped, board({ version: 4 })).pending).toEqual(PENDING);
    expect(withBoard(tapped, board({ version: 5, ply: 1, cells: "....X...." })).pending).toBeNull();
  });

  test("stays pending when the answer comes before the board", () => {
    expect(withAnswer(tapped, { type: "ActionSuccess", value: true, id: "c1" }).pending).toEqual(PENDING);
  });

  test("is taken off when it is refused", () => {
    expect(withAnswer(tapped, REFUSED).pending).toBeNull();
  });

  test("stays when another command is refused", () => {
    expect(withAnswer(tapped, { ...REFUSED, id: "c2" }).pending).toEqual(PENDING);
  });

  test("is taken off when the game ends meanwhile", () => {
    const ended = board({
      version: 4,
      phase: "finished",
      turn: null,
      result: { winner: "X", reason: "resigned", line: [] },
    });
    expect(withBoard(tapped, ended).pending).toBeNull();
  });

  test("that was stale brings the newer board", () => {
    const newer = board({ version: 9, ply: 2, cells: "XO......." });
    const after = withAnswer(tapped, { ...REFUSED, code: "stale", state: newer });
    expect(after).toMatchObject({ board: newer, pending: null });
  });

  test("keeps a second one from being sent", () => {
    expect(canPlay(known, "X", 0)).toBe(true);
    expect(canPlay(tapped, "X", 0)).toBe(false);
  });
});

describe("what may be played", () => {
  test("only in turn, only empty cells, only by those who sit there", () => {
    const game = withBoard(undefined, board({ cells: "X...O....", turn: "X", ply: 2 }));
    expect(canPlay(game, "X", 1)).toBe(true);
    expect(canPlay(game, "X", 0)).toBe(false);
    expect(canPlay(game, "O", 1)).toBe(false);
    expect(canPlay(game, null, 1)).toBe(false);
  });

  test("in Ultimate only in the open boards", () => {
    const game = withBoard(undefined, ultimate({ openBoards: [4] }));
    expect(canPlay(game, "X", 40)).toBe(true);
    expect(canPlay(game, "X", 0)).toBe(false);
  });
});

test("moves of this round are counted from the cells", () => {
  expect(movesMade(board())).toBe(0);
  expect(movesMade(board({ cells: "XO..X...." }))).toBe(3);
});

describe("who is gone", () => {
  const alone = withGone(known, { seat: "O", claimsMs: 5_000 });

  test("is named by the server and forgotten on return", () => {
    expect(alone.gone).toEqual([{ player: BOB.id, claimsMs: 5_000 }]);
    expect(withReturn(alone, BOB.id).gone).toEqual([]);
  });

  test("has plainly returned after a move", () => {
    const lastMove = { position: 0, mark: "O", seat: "O" } as const;
    expect(withBoard(alone, board({ version: 4, ply: 1, lastMove })).gone).toEqual([]);
  });

  test("stays gone while the other moves, also when seats are swapped", () => {
    const lastMove = { position: 0, mark: "O", seat: "O" } as const;
    const swapped = board({ version: 4, ply: 1, lastMove, players: { X: BOB, O: ANN } });
    expect(withBoard(alone, swapped).gone).toEqual([{ player: BOB.id, claimsMs: 5_000 }]);
  });
});
