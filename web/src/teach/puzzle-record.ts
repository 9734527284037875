// How well a player solves puzzles in this browser: a rating as in chess, and the current streak. Pure except for the
// two functions that read and write the store.

export interface PuzzleRecord {
  rating: number;
  tried: number;
  /** The number of puzzles solved in a row at the first try, and the longest such streak. */
  streak: number;
  best: number;
}

export const NO_RECORD: PuzzleRecord = { rating: 1_200, tried: 0, streak: 0, best: 0 };

const KEY = "noughts.puzzles";
const FEWEST = 100;
const MOST = 3_000;
// The rating changes quickly in the first puzzles, and slowly after them.
const FIRST = 10;

/** The rating of a puzzle with this difficulty, 1 to 5. */
export function ratingOf(difficulty: number): number {
  return 700 + 250 * difficulty;
}

/** The record after the first try at a puzzle of this difficulty. */
export function afterTry(record: PuzzleRecord, difficulty: number, isSolved: boolean): PuzzleRecord {
  const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - record.rating) / 400));
  const step = record.tried < FIRST ? 40 : 20;
  const rating = Math.round(record.rating + step * ((isSolved ? 1 : 0) - expected));
  const streak = isSolved ? record.streak + 1 : 0;
  return {
    rating: Math.min(MOST, Math.max(FEWEST, rating)),
    tried: record.tried + 1,
    streak,
    best: Math.max(record.best, streak),
  };
}

export function parseRecord(text: string | null): PuzzleRecord {
  try {
    const told = JSON.parse(text ?? "null") as Partial<Record<keyof PuzzleRecord, unknown>> | null;
    const { rating, tried, streak, best } = { ...NO_RECORD, ...told };
    const isWhole = [rating, tried, streak, best].every((figure) => Number.isInteger(figure) && Number(figure) >= 0);
    return isWhole ? ({ rating, tried, streak, best } as PuzzleRecord) : NO_RECORD;
  } catch {
    return NO_RECORD;
  }
}

export function keptRecord(): PuzzleRecord {
  try {
    return parseRecord(localStorage.getItem(KEY));
  } catch {
    return NO_RECORD;
  }
}

export function keepRecord(record: PuzzleRecord): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // Storage is forbidden or full: the record lasts as long as the page.
  }
}
