import { expect, test } from "vitest";
import type { FinishedGame, PlayerCard } from "../../src/messages";
import { recentOpponents } from "../../src/people/recent";

const card = (id: string, kind: PlayerCard["kind"] = "guest"): PlayerCard => ({ id, name: id, kind, picture: null });
const game = (x: PlayerCard | null, o: PlayerCard | null): FinishedGame =>
  ({ players: { X: x, O: o } }) as FinishedGame;

test("lists each opponent once, newest first, without the computer", () => {
  const me = card("me");
  const games = [
    game(me, card("ann")),
    game(card("computer-3", "computer"), me),
    game(card("bob"), me),
    game(card("ann"), me),
    game(me, card("gone", "deleted")),
    game(me, null),
  ];
  expect(recentOpponents(games, "me").map(({ id }) => id)).toEqual(["ann", "bob"]);
});

test("lists only a few", () => {
  const games = Array.from({ length: 30 }, (_, nth) => game(card("me"), card(`p${nth}`)));
  expect(recentOpponents(games, "me")).toHaveLength(8);
});
