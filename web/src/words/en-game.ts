// English sentences about the state of a game and how it ended.

import type { Ending, Status } from "../game/status";

const SOMEBODY = "the other player";

/** The places of a 3x3 board, row by row. */
export const NINE = [
  "top left",
  "top",
  "top right",
  "left",
  "centre",
  "right",
  "bottom left",
  "bottom",
  "bottom right",
] as const;

export function statusText(status: Status): string {
  switch (status.kind) {
    case "waiting":
      if (status.canMove) return "Play your first move now: your opponent sees it on arrival.";
      return status.hasMoved ? "Your move is made. Waiting for an opponent…" : "Waiting for an opponent…";
    case "inviting":
      return `${status.by?.name ?? "Somebody"} is waiting for an opponent. You would play ${status.seat}.`;
    case "yours":
      return `Your turn${where(status.boards)}`;
    case "theirs":
      return `${status.player?.name ?? SOMEBODY}’s turn${where(status.boards)}`;
    case "over":
      return endingText(status.ending);
  }
}

function where(boards: readonly number[] | null): string {
  if (boards === null) return "";
  const only = boards.length === 1 ? NINE[boards[0] ?? 0] : undefined;
  return only === undefined ? ": any marked board" : `: the ${only} board`;
}

function endingText(ending: Ending): string {
  if (ending.reason === "aborted") return "The game was called off.";
  if (ending.reason === "declined") return "The challenge was declined.";
  if (ending.reason === "cancelled") return "The game was cancelled: nobody had moved for days.";
  if (ending.won === true) return `You won${how(ending, "your opponent")}!`;
  if (ending.won === false) return `You lost${how(ending, "you")}.`;
  if (ending.winner !== null) return `${ending.winner.name} won${how(ending, ending.loser?.name ?? SOMEBODY)}.`;
  if (ending.reason === "cancelled") return "The game was cancelled: nobody moved for too long.";
  const draw = ending.isRound ? "The round is a draw" : "A draw";
  if (ending.reason === "absent") return `${draw}: one player left.`;
  return ending.reason === "agreed" ? `${draw}, by agreement.` : `${draw}.`;
}

function how(ending: Ending, loser: string): string {
  switch (ending.reason) {
    case "resigned":
      return `: ${loser} resigned`;
    case "absent":
      return `: ${loser} left`;
    case "time":
      return `: ${loser} ran out of time`;
    case "absent":
      return `: ${loser} left`;
    case "score":
      return " the series";
    default:
      return ending.isRound ? " the round" : "";
  }
}
