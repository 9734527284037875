import { beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/messages";
import { Session, type Link } from "../../src/net/session";
import { ANN } from "../boards";
import { browser, World } from "./world";

let world: World;
let links: Link[];
let messages: Message[];
let pulses: number[][];

beforeEach(() => {
  world = new World();
  [links, messages, pulses] = [[], [], []];
});

function started(identity = browser()): { session: Session; identity: ReturnType<typeof browser> } {
  const session = new Session(world, identity, {
    onLink: (link) => links.push(link),
    onMessage: (message) => messages.push(message),
    onPulse: (...times) => pulses.push(times),
    versions: () => ({ g1: 7 }),
    shown: () => ["g1"],
  });
  session.start();
  return { session, identity };
}

function greeting(): Record<string, unknown> | undefined {
  return world.wire.said.find((command) => command.type === "Login");
}

/** Let the server refuse the login. */
async function unknown(): Promise<void> {
  world.wire.onopen?.();
  const id = greeting()?.id;
  world.wire.hear({ type: "ActionSuccess", value: false, re: "Login", id, code: "not_logged_in" });
  await Promise.resolve();
  await Promise.resolve();
}

function welcomed(): void {
  world.wire.onopen?.();
  world.wire.hear({ type: "Welcome", player: ANN });
}

describe("knows the browser's player", () => {
  test("logs in with the browser's cookie and requests all our games", () => {
    started();
    welcomed();
    expect(greeting()).toMatchObject({ type: "Login", resume: true });
    // Games on the screen come first, because the server sends others too.
    expect(world.wire.said[0]).toEqual({ type: "Heartbeat", games: { g1: 7 }, shown: ["g1"] });
    expect(links).toEqual(["connecting", "online"]);
  });

  test("makes the browser a guest on the first visit, and logs in again as that guest", async () => {
    const { identity } = started();
    await unknown();
    expect(identity.guests).toBe(1);
    expect(world.wires).toHaveLength(2);
    welcomed();
    expect(links.at(-1)).toBe("online");
  });

  test("without cookies, plays as a guest until the connection ends", async () => {
    const { identity } = started();
    await unknown();
    await unknown();
    expect(world.wire.said.at(-1)).toMatchObject({ type: "PlayAsGuest" });
    world.wire.hear({ type: "Welcome", player: ANN, token: "secret" });
    expect(identity.guests).toBe(1);
    expect(links.at(-1)).toBe("online");
  });

  test("tries again later if it can't become a guest now", async () => {
    started(browser(false));
    await unknown();
    world.pass(500);
    expect(world.wires).toHaveLength(2);
  });

  test("tries again later, as the same player, if the server is busy", async () => {
    const { identity } = started();
    world.wire.onopen?.();
    world.wire.hear({ type: "ActionSuccess", value: false, id: greeting()?.id, code: "shutting_down" });
    world.pass(500);
    expect(world.wires).toHaveLength(2);
    expect(identity.guests).toBe(0);
  });
});

describe("commands", () => {
  test("wait for the welcome, and are answered by their id", async () => {
    const { session } = started();
    const answer = session.ask({ type: "Resign", game: "g1" });
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Heartbeat", "Login"]);
    world.wire.hear({ type: "Welcome", player: ANN });
    const said = world.wire.said.find((command) => command.type === "Resign");
    world.wire.hear({ type: "ActionSuccess", value: true, re: "Resign", id: said?.id });
    expect((await answer).value).toBe(true);
  });

  test("are sent again with the same id and in order if they were not answered", () => {
    const { session } = started();
    welcomed();
    session.tell({ type: "MakeMove", id: "m1", game: "g1", position: 1, ply: 0 });
    session.tell({ type: "MakeMove", id: "m2", game: "g1", position: 2, ply: 2 });
    session.tell({ type: "Resign", id: "r1", game: "g1" });
    world.wire.hear({ type: "ActionSuccess", value: true, re: "MakeMove", id: "m1" });
    world.wire.close();
    world.pass(500);
    welcomed();
    expect(
      world.wire.said
        .filter((one) => one.type !== "Heartbeat")
        .map((one) => one.id)
        .slice(1),
    ).toEqual(["m2", "r1"]);
    expect(links).toEqual(["connecting", "online", "reconnecting", "reconnecting", "online"]);
  });

  test("request what is on the screen on every connection, before the welcome", () => {
    const { session } = started();
    session.keepAsking("game", { type: "Watch", game: "g1" });
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Heartbeat", "Login", "Watch"]);
    world.wire.close();
    world.pass(500);
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Heartbeat", "Login", "Watch"]);
    session.keepAsking("game", null);
    world.wire.close();
    world.pass(1_000);
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Heartbeat", "Login"]);
  });

  test("that need a player are sent after the welcome, on every connection", () => {
    const { session } = started();
    session.keepAsking("inbox", { type: "ListNotices", follow: true }, () => {}, true);
    world.wire.onopen?.();
    expect(world.wire.types()).not.toContain("ListNotices");
    world.wire.hear({ type: "Welcome", player: ANN });
    expect(world.wire.types().filter((type) => type === "ListNotices")).toHaveLength(1);
    world.wire.close();
    world.pass(500);
    welcomed();
    expect(world.wire.types().filter((type) => type === "ListNotices")).toHaveLength(1);
  });

  test("for what is on the screen pass on their answer", () => {
    const { session } = started();
    const codes: unknown[] = [];
    session.keepAsking("game", { type: "Watch", game: "g1" }, (answer) => codes.push(answer.code));
    world.wire.onopen?.();
    world.wire.hear({ type: "ActionSuccess", value: false, id: world.wire.said[2]?.id, code: "no_such_game" });
    expect(codes).toEqual(["no_such_game"]);
  });
});

describe("the heartbeat", () => {
  test("is sent at once and every ten seconds, with the versions we have", () => {
    started();
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 5_000_000 });
    world.pass(10_000);
    const beats = world.wire.said.filter((command) => command.type === "Heartbeat");
    expect(beats).toEqual(Array.from({ length: 3 }, () => ({ type: "Heartbeat", games: { g1: 7 }, shown: ["g1"] })));
    expect(pulses).toEqual([[1_000_000, 1_000_000, 5_000_000]]);
  });

  test("drops the connection after 25 s without an answer", () => {
    started();
    welcomed();
    world.pass(24_999);
    expect(world.wire.isClosed).toBe(false);
    world.pass(1);
    expect(world.wires[0]?.isClosed).toBe(true);
    world.pass(500);
    expect(world.wires).toHaveLength(2);
  });

  test("accepts any message from the server as an answer", () => {
    started();
    welcomed();
    for (let i = 0; i < 10; i += 1) {
      world.pass(10_000);
      world.wire.hear({ type: "ListOfGames", games: [] });
    }
    expect(world.wires).toHaveLength(1);
  });

  test("also shortens its timeout after an unannounced sleep", () => {
    started();
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 1 });
    world.sleep(60_000);
    world.pass(3_999);
    expect(world.wires[0]?.isClosed).toBe(false);
    world.pass(1);
    expect(world.wires[0]?.isClosed).toBe(true);
  });

  test("drops the connection after 4 s of silence when the device wakes up", () => {
    const { session } = started();
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 1 });
    session.wake();
    world.pass(4_000);
    expect(world.wires[0]?.isClosed).toBe(true);
  });
});
