import { beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/messages";
import { Session, type Link } from "../../src/net/session";
import { ANN } from "../boards";
import { memoryTokens, World } from "./world";

let world: World;
let links: Link[];
let messages: Message[];
let pulses: number[][];

beforeEach(() => {
  world = new World();
  [links, messages, pulses] = [[], [], []];
});

function started(token: string | null): { session: Session; tokens: ReturnType<typeof memoryTokens> } {
  const tokens = memoryTokens(token);
  const session = new Session(world, tokens, {
    onLink: (link) => links.push(link),
    onMessage: (message) => messages.push(message),
    onPulse: (...times) => pulses.push(times),
    versions: () => ({ g1: 7 }),
  });
  session.start();
  return { session, tokens };
}

function welcomed(): void {
  world.wire.onopen?.();
  world.wire.hear({ type: "Welcome", player: ANN });
}

describe("who we are", () => {
  test("a first visit becomes a guest, and keeps the token", () => {
    const { tokens } = started(null);
    world.wire.onopen?.();
    expect(world.wire.said[0]).toMatchObject({ type: "PlayAsGuest" });
    world.wire.hear({ type: "Welcome", player: ANN, token: "secret" });
    expect(tokens.read()).toBe("secret");
    expect(links).toEqual(["connecting", "online"]);
  });

  test("a later visit logs in and asks for all its games", () => {
    started("secret");
    world.wire.onopen?.();
    expect(world.wire.said[0]).toMatchObject({ type: "Login", token: "secret", resume: true });
  });

  test("a token that is not valid any more makes a new guest", () => {
    const { tokens } = started("old");
    world.wire.onopen?.();
    world.wire.hear({
      type: "ActionSuccess",
      value: false,
      re: "Login",
      id: world.wire.said[0]?.id,
      code: "bad_token",
    });
    expect(world.wire.said.at(-1)).toMatchObject({ type: "PlayAsGuest" });
    expect(tokens.read()).toBeNull();
  });

  test("a server that cannot take us now is asked again later, and the token is kept", () => {
    const { tokens } = started("secret");
    world.wire.onopen?.();
    world.wire.hear({ type: "ActionSuccess", value: false, id: world.wire.said[0]?.id, code: "shutting_down" });
    world.pass(500);
    expect(world.wires).toHaveLength(2);
    expect(tokens.read()).toBe("secret");
  });
});

describe("commands", () => {
  test("wait for the welcome, and are answered by their id", async () => {
    const { session } = started("secret");
    const answer = session.ask({ type: "Resign", game: "g1" });
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Login"]);
    world.wire.hear({ type: "Welcome", player: ANN });
    const said = world.wire.said.find((command) => command.type === "Resign");
    world.wire.hear({ type: "ActionSuccess", value: true, re: "Resign", id: said?.id });
    expect((await answer).value).toBe(true);
  });

  test("not answered are sent again with the same id, in order, and answered ones are not", () => {
    const { session } = started("secret");
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
    const { session } = started("secret");
    session.keepAsking("game", { type: "Watch", game: "g1" });
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Login", "Watch"]);
    world.wire.close();
    world.pass(500);
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Login", "Watch"]);
    session.keepAsking("game", null);
    world.wire.close();
    world.pass(1_000);
    world.wire.onopen?.();
    expect(world.wire.types()).toEqual(["Login"]);
  });

  test("the answer to what is looked at is heard", () => {
    const { session } = started("secret");
    const codes: unknown[] = [];
    session.keepAsking("game", { type: "Watch", game: "g1" }, (answer) => codes.push(answer.code));
    world.wire.onopen?.();
    world.wire.hear({ type: "ActionSuccess", value: false, id: world.wire.said[1]?.id, code: "no_such_game" });
    expect(codes).toEqual(["no_such_game"]);
  });
});

describe("the heartbeat", () => {
  test("goes out at once and every ten seconds, with what we know", () => {
    started("secret");
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 5_000_000 });
    world.pass(10_000);
    const beats = world.wire.said.filter((command) => command.type === "Heartbeat");
    expect(beats).toEqual(Array.from({ length: 2 }, () => ({ type: "Heartbeat", games: { g1: 7 } })));
    expect(pulses).toEqual([[1_000_000, 1_000_000, 5_000_000]]);
  });

  test("unanswered for 25 s means that the connection is dead", () => {
    started("secret");
    welcomed();
    world.pass(24_999);
    expect(world.wire.isClosed).toBe(false);
    world.pass(1);
    expect(world.wires[0]?.isClosed).toBe(true);
    world.pass(500);
    expect(world.wires).toHaveLength(2);
  });

  test("any word from the server is a sign of life", () => {
    started("secret");
    welcomed();
    for (let i = 0; i < 10; i += 1) {
      world.pass(10_000);
      world.wire.hear({ type: "ListOfGames", games: [] });
    }
    expect(world.wires).toHaveLength(1);
  });

  test("after waking up, four seconds of silence are enough", () => {
    const { session } = started("secret");
    welcomed();
    world.wire.hear({ type: "Heartbeat", atMs: 1 });
    session.wake();
    world.pass(4_000);
    expect(world.wires[0]?.isClosed).toBe(true);
  });
});
