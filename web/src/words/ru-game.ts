// Russian sentences about the state of a game and how it ended. Names are never declined: nobody knows how.

import type { Ending, Status } from "../game/status";
import type { Seat } from "../messages";

const SOMEBODY = "соперник";

/** The places of a 3x3 board, row by row. */
export const NINE = [
  "вверху слева",
  "вверху",
  "вверху справа",
  "слева",
  "в центре",
  "справа",
  "внизу слева",
  "внизу",
  "внизу справа",
] as const;

export const MARKS: Record<Seat, string> = { X: "крестики", O: "нолики" };

export function statusText(status: Status): string {
  switch (status.kind) {
    case "waiting":
      if (status.canMove) return "Сделайте первый ход: соперник увидит его, когда придёт.";
      return status.hasMoved ? "Ход сделан. Ждём соперника…" : "Ждём соперника…";
    case "inviting":
      return `${status.by?.name ?? "Кто-то"} ждёт соперника. Вы сыграете за ${MARKS[status.seat]}.`;
    case "yours":
      return `Ваш ход${where(status.boards)}`;
    case "theirs":
      return `Ходит ${status.player?.name ?? SOMEBODY}${where(status.boards)}`;
    case "over":
      return endingText(status.ending);
  }
}

function where(boards: readonly number[] | null): string {
  if (boards === null) return "";
  const [only] = boards;
  return boards.length > 1 || only === undefined ? ": любое выделенное поле" : `: поле ${NINE[only]}`;
}

function endingText(ending: Ending): string {
  if (ending.reason === "aborted") return "Игра отменена.";
  if (ending.reason === "declined") return "Вызов отклонён.";
  if (ending.reason === "cancelled") return "Игра отменена: несколько дней никто не ходил.";
  if (ending.won === true) return `${won(ending, "Вы выиграли")}${how(ending, "соперник")}!`;
  if (ending.won === false) return `${won(ending, "Вы проиграли")}${how(ending, null)}.`;
  if (ending.winner !== null) {
    return `${won(ending, "Победа")}: ${ending.winner.name}${how(ending, ending.loser?.name ?? SOMEBODY)}.`;
  }
  if (ending.reason === "cancelled") return "Игра отменена: слишком долго никто не ходил.";
  const draw = ending.isRound ? "Раунд вничью" : "Ничья";
  if (ending.reason === "absent") return `${draw}: один из игроков ушёл.`;
  return ending.reason === "agreed" ? `${draw} по согласию.` : `${draw}.`;
}

function won(ending: Ending, what: string): string {
  const isNoun = what === "Победа";
  if (ending.reason === "score") return `${what} ${isNoun ? "в матче" : "матч"}`;
  return ending.isRound ? `${what} ${isNoun ? "в раунде" : "раунд"}` : what;
}

/** How it came about. The loser is null for the reader. */
function how(ending: Ending, loser: string | null): string {
  switch (ending.reason) {
    case "resigned":
      return loser === null ? ": вы сдались" : `: ${loser} сдаётся`;
    case "absent":
      return loser === null ? ": вас не было на месте" : `: ${loser} не на связи`;
    case "time":
      return loser === null ? ": у вас вышло время" : " по времени";
    default:
      return "";
  }
}
