// What there is to know of a game, in English: on the page, and in notifications while it is closed.

export function noticeText(kind: string, by: string | null): string {
  const who = by ?? "Your opponent";
  const whom = by ?? "your opponent";
  const said: Record<string, string> = {
    turn: `${who} has moved: it is your turn.`,
    challenge: `${who} wants to play you.`,
    rematch: `${who} wants to play you again.`,
    waiting: `Come on, ${whom} is waiting for you!`,
    cancelling: `Your game with ${whom} will be cancelled soon if nobody moves.`,
    cancelled: `Your game with ${whom} was cancelled: nobody had moved for days.`,
    declined: `${who} has declined your challenge.`,
  };
  return said[kind] ?? "Something has happened in your game.";
}
