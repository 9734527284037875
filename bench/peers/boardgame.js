// Classic in boardgame.io, in memory, as in its tutorial. The only addition is rounds: a match is the best of 15.

import { createRequire } from "node:module";

import { EMPTY, ROUNDS, isFull, isWon } from "./classic.js";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const Classic = {
  name: "classic",
  setup: () => ({ cells: Array(9).fill(EMPTY), round: 1, wins: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    move: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== EMPTY) return INVALID_MOVE;
      G.cells[cell] = playerID;
      if (isWon(G.cells)) G.wins[Number(playerID)]++;
      if (isWon(G.cells) || isFull(G.cells)) {
        G.round++;
        G.cells = Array(9).fill(EMPTY);
      }
    },
  },
  endIf: ({ G }) => (G.round > ROUNDS ? { wins: G.wins } : undefined),
};

// Any origin may connect, because the load generator sends none.
const server = Server({ games: [Classic], origins: ["*"] });
const running = await server.run({ port: { port: 0, host: "127.0.0.1" } });
console.error(`http://127.0.0.1:${running.appServer.address().port}`);
