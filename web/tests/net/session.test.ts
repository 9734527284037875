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

/** The server does not know us. */
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

describe("who we are", () => {
  test("the browser's cookie says it, and all our games are asked for", () => {
    started();
    welcomed();
    expect(greeting()).toMatchObject({ type: "Login", resume: true });
    // What is on the screen comes first: we are sent more games than that.
    expect(world.wire.said[0]).toEqual({ type: "Heartbeat", games: { g1: 7 }, shown: ["g1"] });
    expect(links).toEqual(["connecting", "online"]);
  });

  test("a first visit makes the browser a guest, and comes back as that", async () => {
    const { identity } = started();
    await unknown();
    expect(identity.guests).toBe(1);
    expect(world.wires).toHaveLength(2);
    welcomed();
    expect(links.at(-1)).toBe("online");
  });

  test("a browser without cookies is a guest for as long as it is connected", async () => {
    const { identity } = started();
    await unknown();
    await unknown();
    expect(world.wire.said.at(-1)).toMatchObject({ type: "PlayAsGuest" });
    world.wire.hear({ type: "Welcome", player: ANN, token: "secret" });
    expect(identity.guests).toBe(1);
    expect(links.at(-1)).toBe("online");
  });

  test("when there can be no guest now, it is tried again later", async () => {
    started(browser(false));
    await unknown();
    world.pass(500);
    expect(world.wires).toHaveLength(2);
  });

  test("a server that cannot take us now is asked again later, as the same player", async () => {
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

  test("not answered are sent again with the same id, in order, and answered ones are not", () => {
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

  test("what is looked at is asked for on every connection, before the welcome", () => {
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

  test("what only somebody may ask is asked after the welcome, on every connection", () => {
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

  test("the answer to what is looked at is heard", () => {
    const { session } = started();
    const codes: unknown[] = [];
    session.keepAsking("game", { type: "Watch", game: "g1" }, (answer) => codes.push(answer.code));
    world.wire.onopen?.();
    world.wire.hear({ type: "ActionSuccess", value: false, id: world.wire.said[2]?.id, code: "no_such_game" });
    expect(codes).toEqual(["no_such_game"]);
  });
});

describe("the heartbeat", () => {
  test("goes out at once and every ten seconds, with what we know", () => {
    started();
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 5_000_000 });
    world.pass(10_000);
    const beats = world.wire.said.filter((command) => command.type === "Heartbeat");
    expect(beats).toEqual(Array.from({ length: 3 }, () => ({ type: "Heartbeat", games: { g1: 7 }, shown: ["g1"] })));
    expect(pulses).toEqual([[1_000_000, 1_000_000, 5_000_000]]);
  });

  test("unanswered for 25 s means that the connection is dead", () => {
    started();
    welcomed();
    world.pass(24_999);
    expect(world.wire.isClosed).toBe(false);
    world.pass(1);
    expect(world.wires[0]?.isClosed).toBe(true);
    world.pass(500);
    expect(world.wires).toHaveLength(2);
  });

  test("any word from the server is a sign of life", () => {
    started();
    welcomed();
    for (let i = 0; i < 10; i += 1) {
      world.pass(10_000);
      world.wire.hear({ type: "ListOfGames", games: [] });
    }
    expect(world.wires).toHaveLength(1);
  });

  test("after a sleep that nobody told of, too", () => {
    started();
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 1 });
    world.sleep(60_000);
    world.pass(3_999);
    expect(world.wires[0]?.isClosed).toBe(false);
    world.pass(1);
    expect(world.wires[0]?.isClosed).toBe(true);
  });

  test("after waking up, four seconds of silence are enough", () => {
    const { session } = started();
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 1 });
    session.wake();
    world.pass(4_000);
    expect(world.wires[0]?.isClosed).toBe(true);
  });
});
