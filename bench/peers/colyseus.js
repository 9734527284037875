// Classic in Colyseus, in memory: one room for each pair. `--every-move` sends a patch after every move instead of every 50 ms.

import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

import { EMPTY, isFull, isWon } from "./classic.js";

const everyMove = process.argv.includes("--every-move");

// `ply` comes first, so that the load generator finds it in a patch.
const Board = schema({
  ply: t.uint32().default(0),
  round: t.uint32().default(1),
  turn: t.string().default("X"),
  winner: t.string().default(""),
  cells: t.array("string"),
});

class ClassicRoom extends Room {
  maxClients = 2;

  onCreate() {
    this.state = new Board();
    for (let cell = 0; cell < 9; cell++) this.state.cells.push(EMPTY);
    if (everyMove) this.patchRate = null;
    this.onMessage("move", (client, move) => this.move(client, move));
  }

  onJoin(client) {
    client.userData = { number: this.clients.length - 1 };
  }

  move(client, { ply, position }) {
    const state = this.state;
    if (ply !== state.ply || ply % 2 !== client.userData.number || state.cells[position] !== EMPTY) {
      client.error(4000, "refused");
      return;
    }
    state.cells[position] = state.turn;
    state.ply++;
    if (isWon(state.cells) || isFull(state.cells)) {
      state.winner = isWon(state.cells) ? state.turn : "";
      state.round++;
      state.turn = "X";
      for (let cell = 0; cell < 9; cell++) state.cells[cell] = EMPTY;
    } else {
      state.turn = state.turn === "X" ? "O" : "X";
    }
    if (everyMove) this.broadcastPatch();
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define("classic", ClassicRoom);
await server.listen(0, "127.0.0.1");
console.error(`http://127.0.0.1:${transport.server.address().port}`);
