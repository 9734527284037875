// The server's golden games, move by move: our rules must give the same positions.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cellName, gameText, moveName, parseGame } from "../../src/rules/notation";
import { legalMoves, play, start, toMove, type Position } from "../../src/rules/position";
import { positionText } from "../../src/rules/restore";
import { marksByAge } from "../../src/rules/vanishing";

const GOLDEN = join(import.meta.dirname, "../../../tests/rules/golden");

/** The same lines as tests/rules/playthrough.py writes, without the title. */
function playthrough(text: string): string[] {
  const game = parseGame(text);
  if (game === null) throw new Error(`not a game: ${text}`);
  let position = start(game.variant);
  const lines = ["", ...picture(position)];
  game.moves.forEach((move, index) => {
    const mover = toMove(position);
    position = play(position, move);
    lines.push("", `${index + 1}. ${mover} plays ${moveName(game.variant, move)}`, ...picture(position));
  });
  return lines;
}

function picture(position: Position): string[] {
  const { variant, cells, outcome } = position;
  const lines: string[] = [];
  for (let row = 0; row < variant.rows; row++) {
    const held = [...cells.slice(row * variant.cols, (row + 1) * variant.cols)];
    if (variant.hasBoards && (row === 3 || row === 6)) lines.push("");
    const groups = variant.hasBoards ? [held.slice(0, 3), held.slice(3, 6), held.slice(6)] : [held];
    lines.push(`    ${groups.map((group) => group.join(" ")).join("     ")}`);
  }
  if (variant.hasBoards) lines.push(`boards ${position.boards}, open: ${position.openBoards.join(" ") || "none"}`);
  lines.push(positionText(position));
  lines.push(`${toMove(position)} to move, legal moves: ${legalMoves(position).length}`);
  const marks = marksByAge(position).map((cell) => cellName(variant.cols, cell));
  if (marks.length > 0) lines.push(`marks, oldest first: ${marks.join(" ")}`);
  if (outcome !== null) {
    const winner = outcome.winner === null ? "draw" : `${outcome.winner} wins`;
    const line = outcome.line.map((cell) => cellName(variant.cols, cell)).join(" ");
    lines.push(`over: ${winner}, ${outcome.reason} ${line}`.trimEnd());
  }
  return lines;
}

test.each(readdirSync(GOLDEN))("%s is played as the server plays it", (name) => {
  const [first = "", , ...written] = readFileSync(join(GOLDEN, name), "utf8").trimEnd().split("\n");
  expect(playthrough(first)).toEqual(written);
  const game = parseGame(first);
  expect(game && gameText(game.variant, game.moves)).toBe(first);
});
