// Asks the computer, which runs in a worker, for a move. The first request starts the worker.

import type { Move } from "../rules/position";
import type { Level } from "./levels";
import type { Question, Reply } from "./worker";

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, (move: Move) => void>();

/** The computer's move in this game, which must not be over. */
export function computerMove(game: string, level: Level): Promise<Move> {
  const question: Question = { id: ++asked, game, level };
  return new Promise((answer) => {
    waiting.set(question.id, answer);
    theWorker().postMessage(question);
  });
}

function theWorker(): Worker {
  if (worker !== null) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.({ cell: data.cell, mark: data.mark });
    waiting.delete(data.id);
  });
  return worker;
}
