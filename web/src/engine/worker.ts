// The computer in a separate thread, so that the page never waits for it.

import { parseGame } from "../rules/notation";
import { replay } from "../rules/position";
import { choose } from "./choose";
import type { Level } from "./levels";

export interface Question {
  id: number;
  /** The game so far, as its text. */
  game: string;
  level: Level;
}

export interface Reply {
  id: number;
  cell: number;
  mark: "X" | "O";
}

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  const game = parseGame(data.game);
  if (game === null) throw new Error(`not a game: ${data.game}`);
  const position = replay(game.variant, game.moves);
  const move = choose(position, data.level, { nowMs: () => performance.now(), random: Math.random });
  const reply: Reply = { id: data.id, ...move };
  postMessage(reply);
});
