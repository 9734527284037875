// The state of the page as one value, and how each message of the server changes it. Pure.

import { withAnswer, withBoard, withGone, withReturn, type GameState } from "./game/state";
import { seatOf } from "./game/seats";
import type { ServerTime } from "./game/clock";
import type {
  ActionSuccess,
  BoardState,
  Challenge,
  Challenges,
  EmoteName,
  Message,
  Notice,
  OpenGame,
  PlayerCard,
  Seat,
} from "./messages";
import type { Link } from "./net/session";

export interface Model {
  link: Link;
  me: PlayerCard | null;
  /** What the operator has made of my account. */
  role: "moderator" | null;
  games: Readonly<Record<string, GameState>>;
  /** The ids of games that the server does not have. */
  missing: readonly string[];
  /** Null until the list has arrived. */
  lobby: readonly OpenGame[] | null;
  serverTime: ServerTime | null;
  /** My notices, newest first; null until they have arrived. */
  notices: readonly Notice[] | null;
  /** My incoming and outgoing challenges; null until they have arrived. */
  challenges: Challenges | null;
  /** The chat messages received here, by game. */
  talk: Readonly<Record<string, readonly Said[]>>;
}

export interface Said {
  seat: Seat;
  text?: string;
  emote?: EmoteName;
}

const MOST_SAID = 100;

export const EMPTY_MODEL: Model = {
  link: "connecting",
  me: null,
  role: null,
  games: {},
  missing: [],
  lobby: null,
  serverTime: null,
  notices: null,
  challenges: null,
  talk: {},
};

export function heard(model: Model, message: Message): Model {
  switch (message.type) {
    case "Welcome":
      return { ...model, me: message.player, role: message.role ?? (isMe(model, message.player) ? model.role : null) };
    case "BoardState":
      return withGame(model, message.game, withBoard(model.games[message.game], message));
    case "ListOfGames":
      return { ...model, lobby: message.games };
    case "Inbox":
      return { ...model, notices: message.notices };
    case "Challenges":
      return { ...model, challenges: message };
    case "ActionSuccess":
      return answered(model, message);
    case "ClientDisconnected":
      return changed(model, message.game, (game) => withGone(game, message));
    case "Chat":
      return withSaid(model, message.game, { seat: message.seat, text: message.text });
    case "Emote":
      return withSaid(model, message.game, { seat: message.seat, emote: message.emote });
    case "ClientInfo":
      return changed(model, message.game, (game) => withReturn(game, message.player.id));
    default:
      return model;
  }
}

/** Whether this is the player of this browser. A new name arrives as another Welcome, which has no role. */
function isMe(model: Model, player: PlayerCard): boolean {
  return player.id === model.me?.id;
}

/** The model after this change of one game, if we know the game. */
export function changed(model: Model, id: string, change: (game: GameState) => GameState): Model {
  const game = model.games[id];
  return game === undefined ? model : withGame(model, id, change(game));
}

/** My unfinished games, starting with those where it is my turn. */
export function myGames(model: Model): BoardState[] {
  const mine = Object.values(model.games)
    .map((game) => game.board)
    .filter((board) => board.phase !== "finished" && seatOf(board, model.me?.id) !== null);
  const isFirst = (board: BoardState): boolean => isWaiting(model, board);
  return [...mine.filter(isFirst), ...mine.filter((board) => !isFirst(board))];
}

/** The versions that the heartbeat reports: of the game on the screen and of my games. The server accepts 64. */
export function versions(model: Model, lookedAt: string | null): Record<string, number> {
  const shown = lookedAt === null ? undefined : model.games[lookedAt];
  const boards = [...(shown === undefined ? [] : [shown.board]), ...myGames(model)].slice(0, 64);
  return Object.fromEntries(boards.map((board) => [board.game, board.version]));
}

/** My games where it is my turn. */
export function waitingGames(model: Model): BoardState[] {
  return myGames(model).filter((board) => isWaiting(model, board));
}

/** The challenge of this game, whether I sent or received it. */
export function challengeOf(model: Model, game: string): Challenge | null {
  const { incoming, outgoing } = model.challenges ?? { incoming: [], outgoing: [] };
  return [...incoming, ...outgoing].find(({ state }) => state.game === game) ?? null;
}

/** Notices of challenges I received. */
export function challengeNotices(model: Model): Notice[] {
  return (model.notices ?? []).filter((notice) => notice.kind === "challenge");
}

export function unreadNotices(model: Model): Notice[] {
  return (model.notices ?? []).filter((notice) => !notice.read);
}

/** The newest notice that is new in `after`. Null if `before` had no list yet. */
export function newNotice(before: Model, after: Model): Notice | null {
  const known = before.notices;
  if (known === null) return null;
  const isKnown = (notice: Notice): boolean =>
    known.some((one) => one.game === notice.game && one.kind === notice.kind && one.atMs === notice.atMs);
  return unreadNotices(after).find((notice) => !isKnown(notice)) ?? null;
}

function isWaiting(model: Model, board: BoardState): boolean {
  return board.turn !== null && board.turn === seatOf(board, model.me?.id);
}

function withSaid(model: Model, game: string, said: Said): Model {
  return { ...model, talk: { ...model.talk, [game]: [...(model.talk[game] ?? []), said].slice(-MOST_SAID) } };
}

function answered(model: Model, answer: ActionSuccess): Model {
  const { game, state } = answer;
  const id = game ?? state?.game;
  if (id === undefined) return applyToAll(model, answer);
  return changed(model, id, (known) => withAnswer(known, answer));
}

// A refusal may not name its game; then the command's id identifies it.
function applyToAll(model: Model, answer: ActionSuccess): Model {
  if (answer.id === undefined) return model;
  const waiting = Object.entries(model.games).find(([, game]) => game.pending?.id === answer.id);
  return waiting === undefined ? model : changed(model, waiting[0], (game) => withAnswer(game, answer));
}

function withGame(model: Model, id: string, game: GameState): Model {
  return { ...model, games: { ...model.games, [id]: game } };
}
