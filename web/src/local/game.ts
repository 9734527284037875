// A game without the server, as a value: two people share this device, or one plays the computer. It is
// shown as a `BoardState`, so that everything that draws a game of the server draws these too.

import type { Level } from "../engine/levels";
import type { BoardState, Players, Seat } from "../messages";
import { gameText, parseGame } from "../rules/notation";
import { play, replay, toMove, type Move, type Position } from "../rules/position";
import { marksByAge } from "../rules/vanishing";
import type { Variant } from "../rules/variants";

export interface LocalGame {
  position: Position;
  moves: readonly Move[];
  /** Null when two people play. */
  computer: { seat: Seat; level: Level } | null;
}

export function newGame(variant: Variant, computer: LocalGame["computer"]): LocalGame {
  return { position: replay(variant, []), moves: [], computer };
}

/** The game after this move. Throws IllegalMove. */
export function withMove(game: LocalGame, move: Move): LocalGame {
  return { ...game, position: play(game.position, move), moves: [...game.moves, move] };
}

/** The game without the last move. Against the computer, your last move and the reply to it are removed. */
export function withoutLast(game: LocalGame): LocalGame {
  const { computer, position } = game;
  let moves = game.moves.slice(0, -1);
  let before = replay(position.variant, moves);
  while (moves.length > 0 && toMove(before) === computer?.seat) {
    moves = moves.slice(0, -1);
    before = replay(position.variant, moves);
  }
  return { ...game, moves, position: before };
}

export function isComputersTurn(game: LocalGame): boolean {
  return game.computer !== null && game.position.outcome === null && toMove(game.position) === game.computer.seat;
}

export function lastMover({ position, moves }: Pick<LocalGame, "position" | "moves">): Seat {
  // In the Swap2 opening a player moves several times.
  if (position.variant.swaps) return toMove(replay(position.variant, moves.slice(0, -1)));
  return toMove(position) === "X" ? "O" : "X";
}

export function textOf(game: LocalGame): string {
  return gameText(game.position.variant, game.moves);
}

/** The game in the server's format. */
export function boardOf(game: LocalGame, players: Players): BoardState {
  const { position, moves } = game;
  const { variant, outcome } = position;
  const last = moves.at(-1);
  return {
    type: "BoardState",
    game: "",
    version: moves.length,
    phase: outcome === null ? "playing" : "finished",
    started: true,
    variant: variant.name,
    rows: variant.rows,
    cols: variant.cols,
    cells: position.cells,
    turn: outcome === null ? toMove(position) : null,
    ply: position.ply,
    lastMove: last === undefined ? null : { position: last.cell, mark: last.mark, seat: lastMover(game) },
    players,
    result: outcome === null ? null : { ...outcome, line: [...outcome.line] },
    clock: null,
    clockSetting: null,
    boards: position.boards,
    openBoards: [...position.openBoards],
    offers: {},
    playAgain: [],
    nextGame: null,
    round: 1,
    rounds: 1,
    score: null,
    rated: false,
    alike: [],
    previousRound: null,
    name: null,
    visibility: "private",
    absence: "choose",
    standIns: [],
    order: [...marksByAge(position)],
    stage: position.stage,
  };
}

/** The game as text for the browser's storage. */
export function written(game: LocalGame): string {
  return JSON.stringify({ game: textOf(game), computer: game.computer });
}

/** The stored game, or null when it cannot be read. */
export function read(text: string | null): LocalGame | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as { game: string; computer: LocalGame["computer"] };
    const game = parseGame(kept.game);
    if (game === null) return null;
    return { position: replay(game.variant, game.moves), moves: game.moves, computer: kept.computer };
  } catch {
    return null;
  }
}
