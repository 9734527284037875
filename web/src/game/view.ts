// A board as it is to be drawn: the server's cells, and over them what was tapped, won and played last. Pure.

import type { BoardState, PreviousRound, Seat } from "../messages";
import { hasSmallBoards, smallBoardOf } from "./grid";
import { canPlay, type GameState } from "./state";

export interface CellView {
  held: string;
  isPending: boolean;
  isLast: boolean;
  inLine: boolean;
  /** Whether a tap here would play it. */
  canPlay: boolean;
}

export interface SmallBoardView {
  /** X or O won it, = is drawn, a dot is open. */
  held: string;
  /** Whether the next move may be made in it. */
  isOpen: boolean;
  inLine: boolean;
}

export interface BoardView {
  rows: number;
  cols: number;
  cells: readonly CellView[];
  /** Empty on boards without small boards. */
  smallBoards: readonly SmallBoardView[];
  /** Whether nothing more will be played on this board. */
  isOver: boolean;
}

export function boardView(state: GameState, seat: Seat | null): BoardView {
  const { board, pending } = state;
  const line = new Set(board.result?.line ?? []);
  const cells = [...board.cells].map((held, cell) => {
    const isPending = pending?.position === cell && held === ".";
    return {
      held: isPending ? pending.mark : held,
      isPending,
      isLast: board.lastMove?.position === cell,
      inLine: line.has(cell),
      canPlay: canPlay(state, seat, cell),
    };
  });
  const open = pending === null ? board.openBoards : [];
  const smallBoards = smallBoardViews(hasSmallBoards(board) ? (board.boards ?? "") : "", open, line);
  return { rows: board.rows, cols: board.cols, cells, smallBoards, isOver: board.result !== null };
}

/** The board on which the round before this one ended. */
export function previousView(board: BoardState, previous: PreviousRound): BoardView {
  const line = new Set(previous.result.line);
  const cells = [...previous.cells].map((held, cell) => {
    return { held, isPending: false, isLast: false, inLine: line.has(cell), canPlay: false };
  });
  const boards = hasSmallBoards(board) ? wonBoards(previous.cells) : "";
  return { rows: board.rows, cols: board.cols, cells, smallBoards: smallBoardViews(boards, [], line), isOver: true };
}

function smallBoardViews(boards: string, open: readonly number[], line: ReadonlySet<number>): SmallBoardView[] {
  const won = new Set([...line].map(smallBoardOf));
  return [...boards].map((held, board) => ({ held, isOpen: open.includes(board), inLine: won.has(board) }));
}

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"].map((line) => [...line].map(Number));

/** Who won each small board, told from the cells alone. */
function wonBoards(cells: string): string {
  const boards = Array.from({ length: 9 }, () => "");
  [...cells].forEach((held, cell) => {
    const board = smallBoardOf(cell);
    boards[board] = (boards[board] ?? "") + held;
  });
  return boards.map(wonBy).join("");
}

function wonBy(nine: string): string {
  const winner = (["X", "O"] as const).find((mark) =>
    LINES.some((line) => line.every((place) => nine[place] === mark)),
  );
  return winner ?? (nine.includes(".") ? "." : "=");
}
