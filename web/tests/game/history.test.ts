import { expect, test } from "vitest";
import { roundsOf, type HistoryEvent } from "../../src/game/history";

const made = (cell: number, mark: "X" | "O"): HistoryEvent => ({ type: "MoveMade", cell, mark });

test("omits moves that were taken back", () => {
  const history = [
    { events: [{ type: "other" } as const] },
    { events: [made(4, "X")] },
    { events: [made(0, "O")] },
    { events: [{ type: "MovesTakenBack", ply: 1 } as const] },
    { events: [made(8, "O"), { type: "other" } as const] },
    { events: [{ type: "RoundStarted" } as const] },
    { events: [made(2, "X")] },
  ];
  expect(roundsOf(history)).toEqual([
    {
      moves: [
        { cell: 4, mark: "X" },
        { cell: 8, mark: "O" },
      ],
    },
    { moves: [{ cell: 2, mark: "X" }] },
  ]);
});
