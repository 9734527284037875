// Boards for tests: a complete `BoardState` from the fields that matter to a test.

import type { BoardState, PlayerCard } from "../src/messages";

export const ANN: PlayerCard = { id: "p-ann", name: "Ann", kind: "guest", picture: null };
export const BOB: PlayerCard = { id: "p-bob", name: "Bob", kind: "guest", picture: null };

export function board(changes: Partial<BoardState> = {}): BoardState {
  return {
    type: "BoardState",
    game: "g1",
    version: 3,
    phase: "playing",
    started: true,
    variant: "classic",
    rows: 3,
    cols: 3,
    cells: ".........",
    turn: "X",
    ply: 0,
    lastMove: null,
    players: { X: ANN, O: BOB },
    result: null,
    clock: null,
    clockSetting: null,
    boards: null,
    openBoards: [],
    offers: {},
    playAgain: [],
    nextGame: null,
    round: 1,
    rounds: 1,
    score: null,
    previousRound: null,
    name: null,
    visibility: "private",
    rated: false,
    alike: [],
    absence: "choose",
    standIns: [],
    order: [],
    stage: "",
    ...changes,
  };
}

export function ultimate(changes: Partial<BoardState> = {}): BoardState {
  return board({
    variant: "ultimate",
    rows: 9,
    cols: 9,
    cells: ".".repeat(81),
    boards: ".".repeat(9),
    openBoards: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    ...changes,
  });
}
