// The board to draw: the server's cells, plus the tapped cell, the last move and the winning lines. Pure.

import type { Seat } from "../messages";
import { landingCell, smallBoardOf } from "../rules/grid";
import { hasSmallBoards } from "./grid";
import { nextToVanish } from "../rules/vanishing";
import { findVariant } from "../rules/variants";
import { canPlan, type Intent } from "./intent";
import { canPlay, type GameState } from "./state";
import { strokesOf, type Stroke } from "./strokes";

export interface CellView {
  held: string;
  isPending: boolean;
  /** Tapped, and not sent yet. */
  isIntended: boolean;
  isHinted: boolean;
  isLast: boolean;
  /** Whether the next move removes this mark. */
  isFading: boolean;
  inLine: boolean;
  /** Whether a tap here plays `plays`. */
  canPlay: boolean;
  /** This cell, or the cell to which a mark put here falls. */
  plays: number;
}

export interface SmallBoardView {
  /** X or O: the winner of this small board; `=`: drawn; `.`: still open. */
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
  /** Through the lines that ended the game. */
  strokes: readonly Stroke[];
  /** Whether completing the line lost the game (misère). */
  doesLineLose: boolean;
}

export function boardView(
  state: GameState,
  seat: Seat | null,
  intent: Intent | null = null,
  hinted: number | null = null,
): BoardView {
  const { board, pending } = state;
  const line = new Set(board.result?.line ?? []);
  const variant = findVariant(board.variant);
  const fading = board.result === null ? nextToVanish(variant, board.order) : null;
  const cells = [...board.cells].map((held, cell) => {
    const isPending = pending?.position === cell && held === ".";
    const plays = variant === null ? cell : landingCell(variant, board.cells, cell);
    const isIntended = intent?.move.cell === cell && held === "." && !isPending;
    return {
      held: isPending ? pending.mark : isIntended ? intent.move.mark : held,
      isPending,
      isIntended,
      isHinted: hinted === cell,
      isFading: cell === fading,
      isLast: board.lastMove?.position === cell,
      inLine: line.has(cell),
      canPlay: canPlay(state, seat, plays) || canPlan(state, seat, plays),
      plays,
    };
  });
  const smallBoards = smallBoardViews(hasSmallBoards(board) ? (board.boards ?? "") : "", board.openBoards, line);
  return {
    rows: board.rows,
    cols: board.cols,
    cells,
    smallBoards,
    isOver: board.result !== null,
    strokes: strokesOf(board),
    doesLineLose: variant?.lineLoses ?? false,
  };
}

function smallBoardViews(boards: string, open: readonly number[], line: ReadonlySet<number>): SmallBoardView[] {
  const won = new Set([...line].map(smallBoardOf));
  return [...boards].map((held, board) => ({ held, isOpen: open.includes(board), inLine: won.has(board) }));
}
