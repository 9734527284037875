// Classic as both peers play it: a board of nine cells, and the next round on the same board when one is over.

export const EMPTY = ".";
export const ROUNDS = 15;

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export function isWon(cells) {
  return LINES.some(([a, b, c]) => cells[a] !== EMPTY && cells[a] === cells[b] && cells[a] === cells[c]);
}

export function isFull(cells) {
  return !cells.includes(EMPTY);
}
