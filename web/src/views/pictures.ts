// The small drawings of the variants. Not to scale: large boards are drawn with fewer cells, because 225 would look
// like a grey square. Ultimate is drawn with some boards won.

export interface Picture {
  /** Rows of cells, from the top: X, O or a dot; x is an X that fades. */
  rows: readonly string[];
  /** Whether to draw the cells in groups of three, with gaps between them. */
  isGrouped?: boolean;
  /** Whether to strike out the middle row: in misère a line loses. */
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
  "gomoku-exact": { rows: [".......", ".O...O.", ".......", "XXX.XXX", "...O...", ".O...O.", "......."] },
  "gomoku-swap2": { rows: [".......", ".....X.", ".......", "...O...", ".......", "..X....", "......."] },
  "connect-four": { rows: [".....", "...X.", "..XO.", ".XOO.", "XOXXO"] },
  notakto: { rows: ["X..", "XXX", ".X."], isStruck: true },
  "ultimate-majority": { rows: ["XOX", "XOO", "OX."], isGrouped: true },
  "order-and-chaos": { rows: ["O.X.X.", ".XO.O.", "XOXO..", "..OX.O", ".X.O..", "O.X..X"] },
  vanishing: { rows: ["X.O", "OX.", "xO."] },
  caro: { rows: [".......", "....X..", "..X....", "OXXXXXO", "...O...", ".O...O.", "......."] },
};

/** The drawing for a variant, or an empty board for other sizes. */
export function pictureOf(variant: string): Picture {
  return PICTURES[variant] ?? { rows: Array.from({ length: 5 }, () => ".....") };
}

export const SIZE = 48;

/** A drawing as paths. Squares of one size make one path; the stroke's round joins make their round corners. */
export interface Shapes {
  squares: { path: string; pen: number }[];
  crosses: string;
  faded: string;
  rings: string;
  /** The stroke width of crosses and rings. */
  pen: number;
}

export function shapesOf({ rows, isGrouped }: Picture): Shapes {
  const step = SIZE / rows.length;
  const isFine = rows.length > 4;
  const gap = isFine ? 0.4 : 1.1;
  const side = step - 2 * gap;
  const whole = { path: "", pen: (2 * step) / 7 };
  const small = { path: "", pen: 1.6 };
  let crosses = "";
  let faded = "";
  let rings = "";
  rows.forEach((row, y) =>
    [...row].forEach((mark, x) => {
      const [left, top] = [x * step, y * step];
      if (isGrouped && mark === ".") small.path += nineSquares(left + gap, top + gap, side, small.pen);
      else whole.path += square(left + gap, top + gap, side, whole.pen);
      if (mark === "X") crosses += cross(left, top, step, step * (isFine ? 0.22 : 0.28));
      if (mark === "x") faded += cross(left, top, step, step * 0.28);
      if (mark === "O") rings += ring(left + step / 2, top + step / 2, step * (isFine ? 0.28 : 0.23));
    }),
  );
  const squares = small.path === "" ? [whole] : [whole, small];
  return { squares, crosses, faded, rings, pen: step * (isFine ? 0.2 : 0.14) };
}

function nineSquares(left: number, top: number, side: number, pen: number): string {
  const third = side / 3;
  const places = Array.from({ length: 9 }, (_, place) => [place % 3, Math.floor(place / 3)] as const);
  return places.map(([x, y]) => square(left + x * third + 0.25, top + y * third + 0.25, third - 0.5, pen)).join("");
}

function square(left: number, top: number, side: number, pen: number): string {
  const line = side - pen;
  return `M${left + pen / 2} ${top + pen / 2}h${line}v${line}h${-line}z`;
}

function cross(left: number, top: number, step: number, pad: number): string {
  const side = step - 2 * pad;
  return `M${left + pad} ${top + pad}l${side} ${side}m0 ${-side}l${-side} ${side}`;
}

function ring(x: number, y: number, radius: number): string {
  const half = `a${radius} ${radius} 0 1 0`;
  return `M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0`;
}
