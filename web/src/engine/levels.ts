// The computer's levels, weakest first. `words` names them, and `choose.ts` plays them without a server.

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof LEVELS)[number];
