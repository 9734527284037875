// Who sits where. A seat is named by the mark that it plays; in a series the players swap seats after each round.

import type { BoardState, PlayerCard, Seat } from "../messages";

export function otherSeat(seat: Seat): Seat {
  return seat === "X" ? "O" : "X";
}

/** Where this player sits, or null for one who watches. */
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

/** Whether somebody is behind this player, who can be blocked or reported. */
export function isPerson(player: PlayerCard): boolean {
  return player.kind !== "computer" && player.kind !== "deleted";
}
