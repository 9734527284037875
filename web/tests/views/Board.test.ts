// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { withBoard } from "../../src/game/state";
import { boardView } from "../../src/game/view";
import type { BoardState } from "../../src/messages";
import Board from "../../src/views/Board.svelte";
import { board, ultimate } from "../boards";

let mounted: Record<string, unknown> | undefined;

async function shown(state: BoardState): Promise<{ cells: HTMLButtonElement[]; played: number[]; grid: HTMLElement }> {
  const played: number[] = [];
  const view = boardView(withBoard(undefined, state), "X");
  mounted = mount(Board, {
    target: document.body,
    props: { view, label: "Board", onplay: (cell: number) => played.push(cell) },
  });
  // A large board renders in pieces.
  const count = state.rows * state.cols;
  await vi.waitUntil(() => document.querySelectorAll("[role=gridcell]").length === count);
  const grid = document.querySelector<HTMLElement>("[role=grid]");
  if (grid === null) throw new Error("no grid");
  return { cells: [...grid.querySelectorAll<HTMLButtonElement>("[role=gridcell]")], played, grid };
}

afterEach(() => {
  if (mounted !== undefined) void unmount(mounted);
  document.body.innerHTML = "";
});

test("labels every cell with its place and its mark", async () => {
  const lastMove = { position: 4, mark: "O", seat: "O" } as const;
  const { cells } = await shown(board({ cells: "X...O....", ply: 2, lastMove }));
  expect(cells.map((cell) => cell.getAttribute("aria-label")).slice(0, 5)).toEqual([
    "top left, X",
    "top, empty",
    "top right, empty",
    "left, empty",
    "centre, O, last move",
  ]);
});

test("plays a free cell, but not a taken one", async () => {
  const { cells, played } = await shown(board({ cells: "X...O....", ply: 2 }));
  cells[0]?.click();
  cells[1]?.click();
  expect(played).toEqual([1]);
});

test("keeps one cell in the tab order, and the arrow keys move it", async () => {
  const { cells, grid } = await shown(board());
  cells[0]?.focus();
  for (const key of ["ArrowRight", "ArrowDown"]) {
    grid.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
  }
  expect(document.activeElement).toBe(cells[4]);
  expect(cells.filter((cell) => cell.tabIndex === 0)).toEqual([cells[4]]);
});

test("labels cells of boards that are not open", async () => {
  const { cells } = await shown(ultimate({ openBoards: [4] }));
  expect(cells[0]?.getAttribute("aria-label")).toBe("top left board, top left, empty, can’t be played now");
  expect(cells[40]?.getAttribute("aria-label")).toBe("centre board, centre, empty");
});
