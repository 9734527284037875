import { afterEach, expect, test, vi } from "vitest";
import { FriendList } from "../../src/people/friends.svelte";

afterEach(() => vi.unstubAllGlobals());

const BOB = { player: { id: "b", name: "Bob", kind: "account", picture: null }, online: true, sinceMs: 1 };

function answering(status: number, body: unknown) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("is empty until the server has answered, then lists the followed players", async () => {
  const list = new FriendList();
  expect([list.friends, list.has("b")]).toEqual([null, false]);
  answering(200, { friends: [BOB] });
  await list.load();
  expect([list.has("b"), list.has("c")]).toEqual([true, false]);
});

test("follows and unfollows, and takes the list from the answer", async () => {
  const list = new FriendList();
  const fetched = answering(200, { friends: [BOB] });
  expect(await list.follow("Bob")).toBeNull();
  expect(fetched.mock.lastCall).toMatchObject(["/api/v1/me/friends/Bob", { method: "PUT", body: "{}" }]);
  expect(list.has("b")).toBe(true);
  answering(200, { friends: [] });
  expect(await list.unfollow("b")).toBeNull();
  expect(list.friends).toEqual([]);
});

test("keeps the list when the server refuses, and says why", async () => {
  const list = new FriendList();
  answering(200, { friends: [BOB] });
  await list.load();
  answering(409, { code: "too_many_follows", error: "Too many." });
  expect(await list.follow("eve")).toMatchObject({ code: "too_many_follows" });
  await list.load();
  expect(list.refused).toMatchObject({ code: "too_many_follows" });
  expect(list.has("b")).toBe(true);
});

test("escapes a typed name in the address", async () => {
  const fetched = answering(404, { code: "no_such_player", error: "" });
  await new FriendList().follow("../logout");
  expect(fetched.mock.lastCall?.[0]).toBe("/api/v1/me/friends/..%2Flogout");
});
