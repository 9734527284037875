import { expect, test } from "vitest";
import {
  challengeOf,
  changed,
  EMPTY_MODEL,
  heard,
  myGames,
  newNotice,
  unreadNotices,
  versions,
  type Model,
} from "../src/model";
import { withPending } from "../src/game/state";
import type { Message } from "../src/messages";
import { parsePath, gamePath } from "../src/routes";
import { ANN, board, BOB } from "./boards";

const after = (...messages: Message[]): Model => messages.reduce(heard, EMPTY_MODEL);
const WELCOME: Message = { type: "Welcome", player: ANN };

test("lists my games with my turn first, and no finished or other games", () => {
  const model = after(
    WELCOME,
    board({ game: "theirs", turn: "O" }),
    board({ game: "mine", turn: "X" }),
    board({ game: "done", phase: "finished", turn: null }),
    board({ game: "foreign", players: { X: BOB, O: null } }),
  );
  expect(myGames(model).map((one) => one.game)).toEqual(["mine", "theirs"]);
});

test("the heartbeat reports the versions of my games and of the game on the screen", () => {
  const model = after(
    WELCOME,
    board({ game: "mine" }),
    board({ game: "seen", version: 7, players: { X: BOB, O: null } }),
  );
  expect(versions(model, null)).toEqual({ mine: 3 });
  expect(versions(model, "seen")).toEqual({ seen: 7, mine: 3 });
});

test("a refusal without a game still removes the move it refuses", () => {
  const pending = { id: "c9", ply: 0, position: 1, mark: "X" } as const;
  const model = changed(after(WELCOME, board()), "g1", (game) => withPending(game, pending));
  const refused = heard(model, {
    type: "ActionSuccess",
    value: false,
    re: "MakeMove",
    id: "c9",
    code: "too_many_requests",
  });
  expect(refused.games.g1?.pending).toBeNull();
});

test("an opponent is absent until seen again", () => {
  const gone = after(WELCOME, board(), { type: "ClientDisconnected", game: "g1", seat: "O", claimsMs: 5_000 });
  expect(gone.games.g1?.gone).toEqual([{ player: BOB.id, claimsMs: 5_000 }]);
  expect(heard(gone, { type: "ClientInfo", game: "g1", seat: "O", player: BOB }).games.g1?.gone).toEqual([]);
});

test("a new list of open games replaces the old one", () => {
  expect(after({ type: "ListOfGames", games: [] }).lobby).toEqual([]);
  expect(EMPTY_MODEL.lobby).toBeNull();
});

test("a notice is new until it is read, and is announced once", () => {
  const notice = { kind: "turn", game: "g1", variant: "classic", by: BOB, atMs: 5, read: false } as const;
  const first = after({ type: "Inbox", notices: [notice], unread: 1 });
  expect(newNotice(EMPTY_MODEL, first)).toBeNull();
  const later = heard(first, { type: "Inbox", notices: [{ ...notice, atMs: 9 }, notice], unread: 2 });
  expect(newNotice(first, later)?.atMs).toBe(9);
  expect(newNotice(later, later)).toBeNull();
  expect(unreadNotices(later)).toHaveLength(2);
  const read = heard(later, { type: "Inbox", notices: [{ ...notice, read: true }], unread: 0 });
  expect(unreadNotices(read)).toEqual([]);
  expect(newNotice(EMPTY_MODEL, read)).toBeNull();
});

test("recognises a challenge from either side", () => {
  const to = { state: board({ game: "to" }), by: BOB, to: ANN };
  const by = { state: board({ game: "by" }), by: ANN, to: BOB };
  const model = after({ type: "Challenges", incoming: [to], outgoing: [by] });
  expect(challengeOf(model, "to")?.by).toEqual(BOB);
  expect(challengeOf(model, "by")?.to).toEqual(BOB);
  expect(challengeOf(model, "g1")).toBeNull();
  expect(challengeOf(EMPTY_MODEL, "to")).toBeNull();
});

test("finds the page of an address", () => {
  expect(parsePath("/")).toEqual({ page: "home" });
  expect(parsePath(gamePath("aB3-_x"))).toEqual({ page: "game", game: "aB3-_x" });
  expect(parsePath("/inbox")).toEqual({ page: "inbox" });
  expect(parsePath("/g/")).toEqual({ page: "unknown" });
  expect(parsePath("/g/a/b")).toEqual({ page: "unknown" });
});
