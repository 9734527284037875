// What there is to know of a game, in Russian: on the page, and in notifications while it is closed.

export function noticeText(kind: string, by: string | null): string {
  const who = by ?? "Соперник";
  const game = by === null ? "Ваша игра" : `Ваша игра с игроком ${by}`;
  const said: Record<string, string> = {
    turn: `${who}: ход сделан, теперь ваша очередь.`,
    challenge: `${who} вызывает вас на игру.`,
    rematch: `${who} хочет сыграть с вами ещё раз.`,
    waiting: `Ну же, ${by ?? "соперник"} ждёт вас!`,
    cancelling: `${game} скоро будет отменена, если никто не походит.`,
    cancelled: `${game} отменена: несколько дней никто не ходил.`,
    declined: `${who}: вызов отклонён.`,
  };
  return said[kind] ?? "В вашей игре что-то произошло.";
}
