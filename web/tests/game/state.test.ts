import { describe, expect, test } from "vitest";
import { canPlay, movesMade, withAnswer, withBoard, withGone, withPending, withReturn } from "../../src/game/state";
import type { ActionSuccess } from "../../src/messages";
import { ANN, board, BOB, ultimate } from "../boards";

const PENDING = { id: "c1", ply: 0, position: 4, mark: "X" } as const;
const REFUSED: ActionSuccess = { type: "ActionSuccess", value: false, re: "MakeMove", id: "c1", code: "cell_taken" };
const known = withBoard(undefined, board());

describe("the newest board wins", () => {
  test("ignores an older board", () => {
    expect(withBoard(known, board({ version: 2, cells: "X........" }))).toBe(known);
  });

  test("takes a newer board", () => {
    expect(withBoard(known, board({ version: 4, ply: 1, cells: "X........" })).board.cells).toBe("X........");
  });
});

describe("a tapped move", () => {
  const tapped = withPending(known, PENDING);

  test("is pending until it is on the board", () => {
    expect(withBoard(tapped, board({ version: 4 })).pending).toEqual(PENDING);
    expect(withBoard(tapped, board({ version: 5, ply: 1, cells: "....X...." })).pending).toBeNull();
  });

  test("stays pending when the answer comes before the board", () => {
    expect(withAnswer(tapped, { type: "ActionSuccess", value: true, id: "c1" }).pending).toEqual(PENDING);
  });

  test("is removed when it is refused", () => {
    expect(withAnswer(tapped, REFUSED).pending).toBeNull();
  });

  test("stays when another command is refused", () => {
    expect(withAnswer(tapped, { ...REFUSED, id: "c2" }).pending).toEqual(PENDING);
  });

  test("is removed when the game ends meanwhile", () => {
    const ended = board({
      version: 4,
      phase: "finished",
      turn: null,
      result: { winner: "X", reason: "resigned", line: [] },
    });
    expect(withBoard(tapped, ended).pending).toBeNull();
  });

  test("gets the newer board if it was stale", () => {
    const newer = board({ version: 9, ply: 2, cells: "XO......." });
    const after = withAnswer(tapped, { ...REFUSED, code: "stale", state: newer });
    expect(after).toMatchObject({ board: newer, pending: null });
  });

  test("blocks a second move", () => {
    expect(canPlay(known, "X", 0)).toBe(true);
    expect(canPlay(tapped, "X", 0)).toBe(false);
  });
});

describe("knows which cells may be played", () => {
  test("only on your turn, only empty cells, only for seated players", () => {
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

test("counts the moves of this round by the cells", () => {
  expect(movesMade(board())).toBe(0);
  expect(movesMade(board({ cells: "XO..X...." }))).toBe(3);
});

describe("knows who is absent", () => {
  const alone = withGone(known, { seat: "O", claimsMs: 5_000 });

  test("is reported by the server, and ends on return", () => {
    expect(alone.gone).toEqual([{ player: BOB.id, claimsMs: 5_000 }]);
    expect(withReturn(alone, BOB.id).gone).toEqual([]);
  });

  test("counts a player who moves as present", () => {
    const lastMove = { position: 0, mark: "O", seat: "O" } as const;
    expect(withBoard(alone, board({ version: 4, ply: 1, lastMove })).gone).toEqual([]);
  });

  test("stays absent while the other player moves, also when seats are swapped", () => {
    const lastMove = { position: 0, mark: "O", seat: "O" } as const;
    const swapped = board({ version: 4, ply: 1, lastMove, players: { X: BOB, O: ANN } });
    expect(withBoard(alone, swapped).gone).toEqual([{ player: BOB.id, claimsMs: 5_000 }]);
  });
});
