// This client's view of one game: the server's newest board, and unanswered requests. Pure: each function returns the
// next state. The server decides: nothing here changes a board.

import type { ActionSuccess, BoardState, ClientDisconnected, Seat } from "../messages";
import { landingCell, smallBoardOf } from "../rules/grid";
import { findVariant } from "../rules/variants";
import { hasSmallBoards } from "./grid";

export interface PendingMove {
  id: string;
  ply: number;
  position: number;
  mark: Seat;
}

export interface GameState {
  board: BoardState;
  /** A move that was sent but is not on the server's board yet. */
  pending: PendingMove | null;
  /** The players whom the server reported as absent. */
  gone: readonly Gone[];
}

export interface Gone {
  player: string;
  /** The server time from which the opponent may claim the game; null when there is nothing to claim. */
  claimsMs: number | null;
}

/** The state after receiving this board. A board older than ours changes nothing. */
export function withBoard(state: GameState | undefined, board: BoardState): GameState {
  if (state === undefined) return { board, pending: null, gone: [] };
  if (board.version < state.board.version) return state;
  return { board, pending: stillPending(state.pending, board), gone: stillGone(state, board) };
}

export function withPending(state: GameState, pending: PendingMove): GameState {
  return { ...state, pending };
}

/** The state after the answer to a command. A refused move is no longer pending; the answer may bring a newer board. */
export function withAnswer(state: GameState, answer: ActionSuccess): GameState {
  const isMine = state.pending !== null && state.pending.id === answer.id;
  const next = isMine && !answer.value ? { ...state, pending: null } : state;
  return answer.state === undefined ? next : withBoard(next, answer.state);
}

export function withGone(
  state: GameState,
  { seat, claimsMs }: Pick<ClientDisconnected, "seat" | "claimsMs">,
): GameState {
  const player = state.board.players[seat]?.id;
  if (player === undefined) return state;
  return { ...state, gone: [...without(state.gone, player), { player, claimsMs: claimsMs ?? null }] };
}

export function withReturn(state: GameState, playerId: string): GameState {
  return { ...state, gone: without(state.gone, playerId) };
}

/** Whether this seat may play this cell now, as far as the client can tell; the server decides. */
export function canPlay(state: GameState, seat: Seat | null, cell: number): boolean {
  const { board } = state;
  return seat !== null && board.turn === seat && state.pending === null && isOpenCell(board, cell);
}

/** Whether the rules leave this cell open to the side to move. */
export function isOpenCell(board: BoardState, cell: number): boolean {
  return board.cells[cell] === "." && isSupported(board, cell) && isInOpenBoard(board, cell);
}

function isSupported(board: BoardState, cell: number): boolean {
  const variant = findVariant(board.variant);
  return variant === null || landingCell(variant, board.cells, cell) === cell;
}

function isInOpenBoard(board: BoardState, cell: number): boolean {
  return !hasSmallBoards(board) || board.openBoards.includes(smallBoardOf(cell));
}

/** The number of moves made in this round. */
export function movesMade(board: BoardState): number {
  return board.cells.length - board.cells.split(".").length + 1;
}

function stillPending(pending: PendingMove | null, board: BoardState): PendingMove | null {
  return pending !== null && board.phase !== "finished" && board.ply === pending.ply ? pending : null;
}

// A player who has moved is present, even if reported absent before.
function stillGone(state: GameState, board: BoardState): readonly Gone[] {
  const mover = board.ply > state.board.ply && board.lastMove !== null ? board.players[board.lastMove.seat] : null;
  return mover === null ? state.gone : without(state.gone, mover.id);
}

function without(gone: readonly Gone[], player: string): readonly Gone[] {
  return gone.filter((one) => one.player !== player);
}
