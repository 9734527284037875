// A board as text for chats: one character a cell.

import type { BoardState } from "../messages";

const SIGNS: Readonly<Record<string, string>> = { X: "❌", O: "⭕", ".": "⬜" };

export function boardText(board: Pick<BoardState, "cells" | "cols">): string {
  const signs = [...board.cells].map((held) => SIGNS[held] ?? held);
  const rows: string[] = [];
  for (let first = 0; first < signs.length; first += board.cols)
    rows.push(signs.slice(first, first + board.cols).join(""));
  return rows.join("\n");
}
