// Ultimate: Monte Carlo tree search (UCT) with random playouts.

import { cellAt, linesOf, NINE, placeInBoard, smallBoardOf } from "../rules/grid";
import { toMove, type Move, type Position } from "../rules/position";
import type { World } from "./choose";

const LINES = linesOf(3, 3, 3);
const FULL = 511;
/** For every set of cells on a small board: whether it contains a line. */
const HAS_LINE = Array.from({ length: 512 }, (_, nine) =>
  LINES.some((line) => line.every((cell) => (nine >> cell) & 1)),
);
const countOf = (nine: number): number => NINE.filter((board) => (nine >> board) & 1).length;
const CURIOSITY = 1.2;
const MOST_NODES = 200_000;

/** A game of Ultimate as bits: for both sides the cells of each small board, and the boards won. */
class State {
  readonly marks = [new Uint16Array(9), new Uint16Array(9)] as const;
  readonly won = [0, 0];
  closed = 0;
  /** Whether the side with more boards wins when all are closed. */
  areCounted = false;
  /** The board to play in, or -1 for any. */
  target = -1;
  side: 0 | 1 = 0;
  /** Null while the game is running; otherwise the winner, or 2 for a draw. */
  winner: 0 | 1 | 2 | null = null;

  static of(position: Position): State {
    const state = new State();
    [...position.cells].forEach((held, cell) => {
      if (held === ".") return;
      const nine = state.marks[held === "X" ? 0 : 1];
      const board = smallBoardOf(cell);
      nine[board] = (nine[board] ?? 0) | (1 << placeInBoard(cell));
    });
    [...position.boards].forEach((held, board) => {
      if (held === ".") return;
      state.closed |= 1 << board;
      if (held !== "=") state.won[held === "X" ? 0 : 1]! |= 1 << board;
    });
    state.areCounted = position.variant.mostBoardsWin;
    state.side = position.ply % 2 === 0 ? 0 : 1;
    state.target = position.openBoards.length === 1 ? (position.openBoards[0] ?? -1) : -1;
    return state;
  }

  copy(): State {
    const state = new State();
    state.marks[0].set(this.marks[0]);
    state.marks[1].set(this.marks[1]);
    state.won[0] = this.won[0]!;
    state.won[1] = this.won[1]!;
    state.closed = this.closed;
    state.target = this.target;
    state.side = this.side;
    state.winner = this.winner;
    state.areCounted = this.areCounted;
    return state;
  }

  /** Every move as board * 9 + place. */
  moves(): number[] {
    const moves: number[] = [];
    for (const board of NINE) {
      if (this.target >= 0 ? board !== this.target : (this.closed >> board) & 1) continue;
      const held = this.marks[0][board]! | this.marks[1][board]!;
      for (const place of NINE) if (!((held >> place) & 1)) moves.push(board * 9 + place);
    }
    return moves;
  }

  play(move: number): void {
    const board = Math.floor(move / 9);
    const place = move % 9;
    const nine = (this.marks[this.side][board]! |= 1 << place);
    if (HAS_LINE[nine]) {
      this.closed |= 1 << board;
      this.won[this.side]! |= 1 << board;
      if (HAS_LINE[this.won[this.side]!]) this.winner = this.side;
    } else if ((this.marks[0][board]! | this.marks[1][board]!) === FULL) {
      this.closed |= 1 << board;
    }
    if (this.winner === null && this.closed === FULL) this.winner = this.#whenFull();
    this.target = (this.closed >> place) & 1 ? -1 : place;
    this.side = this.side === 0 ? 1 : 0;
  }

  #whenFull(): 0 | 1 | 2 {
    const lead = countOf(this.won[0]!) - countOf(this.won[1]!);
    return lead === 0 || !this.areCounted ? 2 : lead > 0 ? 0 : 1;
  }
}

interface Node {
  move: number;
  /** The player who makes the move. */
  side: 0 | 1;
  visits: number;
  wins: number;
  children: Node[] | null;
}

/** The move searched most often within the given time. */
export function bestByPlayouts(position: Position, milliseconds: number, world: World): Move {
  const begin = State.of(position);
  const root: Node = { move: -1, side: begin.side === 0 ? 1 : 0, visits: 0, wins: 0, children: null };
  const deadline = world.nowMs() + milliseconds;
  for (let round = 0, nodes = 0; nodes < MOST_NODES; round++) {
    if ((round & 15) === 0 && round > 0 && world.nowMs() > deadline) break;
    const state = begin.copy();
    const path = [root];
    let node = root;
    while (node.children !== null && node.children.length > 0) {
      node = promising(node, world);
      state.play(node.move);
      path.push(node);
    }
    if (state.winner === null && node.children === null) {
      const { side } = state;
      node.children = state.moves().map((move) => ({ move, side, visits: 0, wins: 0, children: null }));
      nodes += node.children.length;
    }
    const winner = playOut(state, world);
    for (const passed of path) {
      passed.visits++;
      passed.wins += winner === 2 ? 0.5 : winner === passed.side ? 1 : 0;
    }
  }
  const best = (root.children ?? []).reduce((a, b) => (b.visits > a.visits ? b : a));
  return { cell: cellAt(Math.floor(best.move / 9), best.move % 9), mark: toMove(position) };
}

function promising(node: Node, world: World): Node {
  const log = Math.log(node.visits + 1);
  let best: Node | null = null;
  let highest = -Infinity;
  for (const child of node.children ?? []) {
    const hope =
      child.visits === 0 ? 1e3 + world.random() : child.wins / child.visits + CURIOSITY * Math.sqrt(log / child.visits);
    if (hope > highest) [best, highest] = [child, hope];
  }
  return best ?? node;
}

function playOut(state: State, world: World): 0 | 1 | 2 {
  while (state.winner === null) {
    const moves = state.moves();
    state.play(moves[Math.floor(world.random() * moves.length)] ?? 0);
  }
  return state.winner;
}
