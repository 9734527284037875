// Draws a board as a picture, on a separate canvas and in the page's colours.

import type { BoardView } from "../game/view";

const SIDE = 1080;
const MARGIN = 60;

/** The board as a PNG. */
export function boardPicture(view: BoardView, caption: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE + MARGIN;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no pictures");
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => resolved(style.getPropertyValue(name).trim(), name);
  context.fillStyle = colour("--ground");
  context.fillRect(0, 0, canvas.width, canvas.height);
  const step = (SIDE - 2 * MARGIN) / Math.max(view.cols, view.rows);
  const gap = Math.max(1, step * 0.04);
  context.lineCap = "round";
  view.cells.forEach((cell, index) => {
    const x = MARGIN + (index % view.cols) * step;
    const y = MARGIN + Math.floor(index / view.cols) * step;
    const lit = cell.inLine && cell.held === "X" ? "--x-wash" : cell.inLine ? "--o-wash" : "--surface";
    context.fillStyle = colour(lit);
    context.fillRect(x + gap, y + gap, step - 2 * gap, step - 2 * gap);
    if (cell.held !== ".") drawMark(context, cell.held, x, y, step, colour(cell.held === "X" ? "--x" : "--o"));
  });
  context.fillStyle = colour("--ink");
  context.font = `600 40px ${style.getPropertyValue("--font")}`;
  context.textAlign = "center";
  context.fillText(caption, SIDE / 2, SIDE + MARGIN / 3, SIDE - 2 * MARGIN);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob === null ? failed(new Error("no picture")) : done(blob)), "image/png"),
  );
}

function drawMark(
  context: CanvasRenderingContext2D,
  mark: string,
  x: number,
  y: number,
  step: number,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = step * 0.115;
  context.beginPath();
  if (mark === "X") {
    for (const [from, to] of [
      [0.26, 0.74],
      [0.74, 0.26],
    ] as const) {
      context.moveTo(x + step * from, y + step * 0.26);
      context.lineTo(x + step * to, y + step * 0.74);
    }
  } else {
    context.arc(x + step / 2, y + step / 2, step * 0.26, 0, 2 * Math.PI);
  }
  context.stroke();
}

/** The colour in a form that a canvas understands: the page's colours may use `light-dark()`. */
function resolved(value: string, name: string): string {
  if (CSS.supports("color", value) && !value.includes("(")) return value;
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
