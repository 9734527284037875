// The players by seat. A seat is named after its mark. In a series the players swap seats after each round.

import type { BoardState, PlayerCard, Seat } from "../messages";

export function otherSeat(seat: Seat): Seat {
  return seat === "X" ? "O" : "X";
}

/** This player's seat, or null for a spectator. */
export function seatOf(board: BoardState, playerId: string | undefined): Seat | null {
  if (playerId === undefined) return null;
  if (board.players.X?.id === playerId) return "X";
  return board.players.O?.id === playerId ? "O" : null;
}

export function freeSeat(board: BoardState): Seat | null {
  if (board.phase !== "open") return null;
  return board.players.X === null ? "X" : "O";
}

export function opponentOf(board: BoardState, seat: Seat): PlayerCard | null {
  return board.players[otherSeat(seat)];
}

/** Whether this player has an account: only accounts have a page and followers. */
export function hasAccount(player: PlayerCard): boolean {
  return player.kind === "account" || player.kind === "bot";
}

/** Whether this player is a person: only people can be blocked or reported. */
export function isPerson(player: PlayerCard): boolean {
  return player.kind !== "computer" && player.kind !== "deleted";
}
