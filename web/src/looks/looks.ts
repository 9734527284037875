// The names of the board and mark themes; `looks.css` draws them. Pure.

export const BOARDS = ["paper", "wood", "slate", "meadow", "contrast"] as const;
export type BoardTheme = (typeof BOARDS)[number];

export const MARKS = ["round", "bold", "fine", "block", "tilted"] as const;
export type MarkTheme = (typeof MARKS)[number];

export interface Looks {
  board: BoardTheme;
  marks: MarkTheme;
  /** Blue and amber, which also differ in brightness. */
  safeColours: boolean;
}

export const PLAIN_LOOKS: Looks = { board: "paper", marks: "round", safeColours: false };

/** Apply these looks to this element: the page, or a preview. */
export function applyLooks(root: HTMLElement, looks: Looks): void {
  root.dataset.board = looks.board;
  root.dataset.marks = looks.marks;
  root.toggleAttribute("data-safe-colours", looks.safeColours);
}
