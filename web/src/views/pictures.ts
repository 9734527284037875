// The small drawings of the variants. Not to scale: a board of 225 cells would be a grey square, so large boards are drawn
// with fewer, and Ultimate with two of its boards won.

export interface Picture {
  /** Rows of cells, from the top: X, O or a dot. */
  rows: readonly string[];
  /** Draw the cells in groups of three, with a gap between. */
  isGrouped?: boolean;
  /** Strike the middle row out: here a line is to be avoided. */
  isStruck?: boolean;
}

export const PICTURES: Readonly<Record<string, Picture>> = {
  classic: { rows: ["X.O", "OX.", "..X"] },
  ultimate: {
    rows: ["X.O", ".X.", "O.X"],
    isGrouped: true,
  },
  misere: { rows: ["X..", "OOO", ".X."], isStruck: true },
  wild: { rows: ["OX.", ".OX", "X.O"] },
  "4x4": { rows: ["X..O", ".XO.", ".OX.", "...X"] },
  "6x6": { rows: ["......", ".X....", ".OXO..", "..OX..", "....X.", "......"] },
  "9x9": { rows: [".......", "..OX...", "..XO...", ".XOX...", "..XO...", "...O...", "......."] },
  gomoku: {
    rows: [
      ".........",
      "..O...X..",
      "...O.X...",
      "....XO...",
      "...XXO...",
      "..XO.X...",
      ".O..O....",
      ".........",
      ".........",
    ],
  },
};

/** The drawing for a variant, or an empty board for one of free size. */
export function pictureOf(variant: string): Picture {
  return PICTURES[variant] ?? { rows: Array.from({ length: 5 }, () => ".....") };
}
