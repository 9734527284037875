import { beforeEach, expect, test } from "vitest";
import { Socket } from "../../src/net/socket";
import { World } from "./world";

let world: World;
let states: string[];
let socket: Socket;

beforeEach(() => {
  world = new World();
  states = [];
  socket = new Socket(world, { onState: (state) => states.push(state), onText: () => {} });
  socket.connect();
});

test("waits longer after each failure, up to five seconds, with jitter", () => {
  const waits: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const before = world.wires.length;
    world.wire.close();
    const from = world.nowMs();
    while (world.wires.length === before) world.pass(5);
    waits.push(world.nowMs() - from);
  }
  expect(waits).toEqual([375, 750, 1500, 3000, 3750, 3750, 3750]);
});

test("starts with short waits again once the server has accepted us", () => {
  for (let i = 0; i < 4; i += 1) {
    world.wire.close();
    world.pass(10_000);
  }
  world.wire.onopen?.();
  socket.settled();
  world.wire.close();
  world.pass(374);
  expect(world.wires).toHaveLength(5);
  world.pass(1);
  expect(world.wires).toHaveLength(6);
});

test("tries at once when told that the network is back", () => {
  world.wire.close();
  socket.connect();
  expect(world.wires).toHaveLength(2);
  world.pass(60_000);
  // No connection opened, so each try was abandoned before the next one started.
  expect(world.wires.slice(0, -1).every((wire) => wire.isClosed)).toBe(true);
});

test("does not open a second connection while one is open", () => {
  world.wire.onopen?.();
  socket.connect();
  world.pass(60_000);
  expect(world.wires).toHaveLength(1);
  expect(states).toEqual(["connecting", "open"]);
});

test("abandons a connection that does not open", () => {
  world.pass(10_000);
  expect(world.wires[0]?.isClosed).toBe(true);
  expect(states).toEqual(["connecting", "waiting"]);
});

test("ignores messages from a connection it has dropped", () => {
  const first = world.wire;
  first.onopen?.();
  socket.drop();
  first.onopen?.();
  first.onclose?.();
  expect(states).toEqual(["connecting", "open", "waiting"]);
  expect(socket.send("x")).toBe(false);
});
