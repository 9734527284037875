// The rules of classic for both peers: nine cells. When a round ends, the next one starts on the same board.

export const EMPTY = ".";
export const ROUNDS = 15;

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

export function isWon(cells) {
  return LINES.some(([a, b, c]) => cells[a] !== EMPTY && cells[a] === cells[b] && cells[a] === cells[c]);
}

export function isFull(cells) {
  return !cells.includes(EMPTY);
}
