// The computer's levels, weakest first. What each is like is in `words`, and how it plays here in `choose.ts`.

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof LEVELS)[number];
