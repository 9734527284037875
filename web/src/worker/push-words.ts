// What a notification says, in the browser's language: the page's own words are not loaded when it is closed.

export interface PushedNotice {
  kind: string;
  game: string;
  by: string | null;
}

interface Said {
  title: string;
  body: string;
  stop: string;
}

export function pushWords(notice: PushedNotice, language: string): Said {
  return language.toLowerCase().startsWith("ru") ? russian(notice) : english(notice);
}

function english({ kind, by }: PushedNotice): Said {
  const who = by ?? "Your opponent";
  const said: Record<string, string> = {
    turn: `${who} has moved: it is your turn.`,
    challenge: `${who} wants to play you.`,
    rematch: `${who} wants to play you again.`,
    waiting: `Come on, ${by ?? "your opponent"} is waiting for you!`,
    cancelling: `Your game with ${by ?? "your opponent"} will be cancelled soon if nobody moves.`,
    cancelled: `Your game with ${by ?? "your opponent"} was cancelled: nobody had moved for days.`,
  };
  return { title: "Noughts", body: said[kind] ?? "Something has happened in your game.", stop: "No more of these" };
}

function russian({ kind, by }: PushedNotice): Said {
  const who = by ?? "Соперник";
  const game = by === null ? "Ваша игра" : `Ваша игра с игроком ${by}`;
  const said: Record<string, string> = {
    turn: `${who}: ход сделан, теперь ваша очередь.`,
    challenge: `${who} вызывает вас на игру.`,
    rematch: `${who} хочет сыграть с вами ещё раз.`,
    waiting: `Ну же, ${by ?? "соперник"} ждёт вас!`,
    cancelling: `${game} скоро будет отменена, если никто не походит.`,
    cancelled: `${game} отменена: несколько дней никто не ходил.`,
  };
  return { title: "Noughts", body: said[kind] ?? "В вашей игре что-то произошло.", stop: "Больше не присылать" };
}
