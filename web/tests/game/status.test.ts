import { describe, expect, test } from "vitest";
import { actionsOf } from "../../src/game/actions";
import { statusOf } from "../../src/game/status";
import type { BoardState } from "../../src/messages";
import { words } from "../../src/words";
import { announce } from "../../src/words/announce";
import { ANN, board, BOB, ultimate } from "../boards";

const said = (state: BoardState, me?: string): string => words.status(statusOf(state, me));
const over = (changes: Partial<BoardState>): BoardState => board({ phase: "finished", turn: null, ...changes });

describe("knows whose turn it is", () => {
  test("for both players and for spectators", () => {
    expect(said(board(), ANN.id)).toBe("Your turn");
    expect(said(board(), BOB.id)).toBe("Ann’s turn");
    expect(said(board())).toBe("Ann’s turn");
  });

  test("and in Ultimate in which board to play", () => {
    expect(said(ultimate({ openBoards: [4] }), ANN.id)).toBe("Your turn: centre board");
    expect(said(ultimate(), ANN.id)).toBe("Your turn: any highlighted board");
  });

  test("while nobody has joined yet", () => {
    const open = board({ phase: "open", players: { X: ANN, O: null } });
    expect(statusOf(open, ANN.id)).toEqual({ kind: "waiting", canMove: true, hasMoved: false });
    expect(statusOf({ ...open, cells: "X........", turn: "O" }, ANN.id)).toMatchObject({
      canMove: false,
      hasMoved: true,
    });
    expect(statusOf(open, BOB.id)).toEqual({ kind: "inviting", seat: "O", by: ANN });
  });
});

describe("the end in words", () => {
  const won = over({ result: { winner: "X", reason: "line", line: [0, 1, 2] } });

  test("depends on who reads it", () => {
    expect(said(won, ANN.id)).toBe("You won!");
    expect(said(won, BOB.id)).toBe("You lost.");
    expect(said(won)).toBe("Ann won.");
  });

  test("names the reason", () => {
    expect(said(over({ result: { winner: "O", reason: "time", line: [] } }), ANN.id)).toBe(
      "You lost: you ran out of time.",
    );
    expect(said(over({ result: { winner: "O", reason: "resigned", line: [] } }))).toBe("Bob won: Ann resigned.");
    expect(said(over({ result: { winner: null, reason: "agreed", line: [] } }))).toBe("Draw by agreement.");
    expect(said(over({ result: { winner: null, reason: "aborted", line: [] } }))).toBe("Game cancelled.");
    expect(said(over({ result: { winner: "X", reason: "score", line: [] } }), ANN.id)).toBe("You won the series!");
  });
});

describe("knows which actions are available", () => {
  test("cancelling until both have moved, resigning after that", () => {
    expect(actionsOf(board({ cells: "X........" }), "X")).toMatchObject({ canAbort: true, canResign: false });
    expect(actionsOf(board({ cells: "XO......." }), "X")).toMatchObject({ canAbort: false, canResign: true });
    expect(actionsOf(board({ round: 2 }), "X")).toMatchObject({ canAbort: false, canResign: true });
  });

  test("an offer can be answered by the opponent and withdrawn by its author", () => {
    const offered = board({ cells: "XO.......", offers: { draw: "X" } });
    expect(actionsOf(offered, "O")).toMatchObject({ toAnswer: ["draw"], offered: [], canOffer: ["takeback"] });
    expect(actionsOf(offered, "X")).toMatchObject({ toAnswer: [], offered: ["draw"], canOffer: ["takeback"] });
    expect(actionsOf(offered, null)).toMatchObject({ toAnswer: [], offered: [], canOffer: [] });
  });

  test("a rematch only after the end, and only with an opponent", () => {
    expect(actionsOf(board(), "X").canPlayAgain).toBe(false);
    expect(actionsOf(over({}), "X").canPlayAgain).toBe(true);
    expect(actionsOf(over({ players: { X: ANN, O: null } }), "X").canPlayAgain).toBe(false);
    expect(actionsOf(over({}), null).canPlayAgain).toBe(false);
  });
});

describe("announces moves aloud", () => {
  const lastMove = { position: 4, mark: "X", seat: "X" } as const;
  const moved = board({ version: 4, ply: 1, cells: "....X....", lastMove, turn: "O" });

  test("the move, and whose turn it is", () => {
    expect(announce(board(), moved, BOB.id, words)).toBe("X played centre. Your turn");
  });

  test("announces who has joined", () => {
    const open = board({ phase: "open", version: 2, players: { X: ANN, O: null } });
    expect(announce(open, board(), ANN.id, words)).toBe("Bob joined. Your turn");
  });

  test("announces nothing when nothing changed", () => {
    expect(announce(moved, moved, BOB.id, words)).toBe("");
  });
});
