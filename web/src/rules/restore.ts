// Positions that were set up rather than played, as the server writes them: `classic X2/1O1/3 X`. The server decides
// whether a game could lead to them. Pure.

import { cellAt, linesIn, madeAt, NINE } from "./grid";
import { lineWinner, start, toMove, whenFull, type Position } from "./position";
import { cellName, cellNamed } from "./notation";
import { pliesIn, stageNamed, type Stage } from "./swap2";
import { pliesOf, vanishingAfter } from "./vanishing";
import { findVariant, type Variant } from "./variants";

/**
 * The position with these cells. In Ultimate, `target` is the small board to play in, or null for any open one. Where
 * the order of marks matters, `history` are the cells played, oldest first. In Swap2, `stage` is that of the opening.
 */
export function restore(
  variant: Variant,
  cells: string,
  target: number | null = null,
  history: readonly number[] = [],
  stage: Stage | "" = "",
): Position {
  if (variant.mostMarks !== null) return vanishingAfter(variant, history, pliesOf(cells, history));
  const ply = variant.swaps && stage !== "" ? pliesIn(stage, cells) : cells.replaceAll(".", "").length;
  const begun = start(variant);
  const plain: Position = { ...begun, cells, ply, stage: variant.swaps && stage !== "" ? stage : begun.stage };
  const { winner, line } = won(variant, cells, toMove(plain));
  if (!variant.hasBoards) {
    if (line.length > 0) return { ...plain, outcome: { winner, reason: "line", line } };
    return cells.includes(".") ? plain : { ...plain, outcome: whenFull(variant, "") };
  }
  const boards = NINE.map((board) => boardOf(variant, cells, board)).join("");
  const three = linesIn(variant).all.find(
    ([first = 0, ...rest]) => "XO".includes(boards[first] ?? "") && rest.every((one) => boards[one] === boards[first]),
  );
  const open = NINE.filter((board) => boards[board] === ".");
  if (three !== undefined) {
    const cellsOfLine = three.flatMap((board) => NINE.map((place) => cellAt(board, place)));
    const mark = boards[three[0] ?? 0] === "X" ? "X" : "O";
    return { ...plain, boards, openBoards: [], outcome: { winner: mark, reason: "line", line: cellsOfLine } };
  }
  if (open.length === 0) return { ...plain, boards, openBoards: [], outcome: whenFull(variant, boards) };
  return { ...plain, boards, openBoards: target !== null && open.includes(target) ? [target] : open };
}

export function positionText(position: Position): string {
  const { variant, cells, history, openBoards } = position;
  const rows = Array.from({ length: variant.rows }, (_, row) =>
    cells.slice(row * variant.cols, (row + 1) * variant.cols).replace(/\.+/g, (run) => String(run.length)),
  );
  const text = `${variant.name} ${rows.join("/")} ${toMove(position)}`;
  if (variant.swaps) return `${text} ${position.stage}`;
  if (variant.mostMarks !== null) {
    return `${text} ${history.map((cell) => cellName(variant.cols, cell)).join("") || "-"}`;
  }
  if (!variant.hasBoards) return text;
  const target = openBoards.length === 0 ? "-" : openBoards.length === 1 ? String(openBoards[0]) : "*";
  return `${text} ${target}`;
}

/** The position in this text, or null if the text is invalid. Only the format is checked. */
export function parsePosition(text: string): Position | null {
  const [name = "", rows = "", , more = ""] = text.split(" ");
  const variant = findVariant(name);
  if (variant === null || text.length > 1_500) return null;
  if (rows === "") return start(variant);
  const written = rows.split("/").map((row) => row.replace(/\d+/g, (run) => ".".repeat(Math.min(20, Number(run)))));
  const isWhole = written.length === variant.rows && written.every((row) => row.length === variant.cols);
  if (!isWhole || !/^[XO.]*$/.test(written.join(""))) return null;
  const history = (more.match(/[a-t][1-9]\d?/g) ?? []).map((cell) => cellNamed(variant.cols, cell));
  return restore(variant, written.join(""), /^[0-8]$/.test(more) ? Number(more) : null, history, stageNamed(more));
}

function won(variant: Variant, cells: string, next: "X" | "O"): { winner: "X" | "O"; line: number[] } {
  const made = variant.hasBoards
    ? []
    : [...cells].flatMap((held, cell) => (held === "." ? [] : madeAt(variant, cells, cell)));
  // The player who moved last completed it.
  const mover = next === "X" ? "O" : "X";
  return { winner: lineWinner(variant, mover), line: [...new Set(made)].sort((a, b) => a - b) };
}

function boardOf(variant: Variant, cells: string, board: number): string {
  const nine = NINE.map((place) => cells[cellAt(board, place)]).join("");
  const line = linesIn(variant).all.find(
    ([first = 0, ...rest]) => nine[first] !== "." && rest.every((one) => nine[one] === nine[first]),
  );
  if (line !== undefined) return nine[line[0] ?? 0] ?? ".";
  return nine.includes(".") ? "." : "=";
}
