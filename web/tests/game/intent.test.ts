import { expect, test } from "vitest";
import { canPlan } from "../../src/game/intent";
import { withBoard } from "../../src/game/state";
import { boardView } from "../../src/game/view";
import { board, ultimate } from "../boards";

const clockSetting = { baseSeconds: 60 };

test("premoves need a running clock and the opponent's turn", () => {
  const plans = (changes: Parameters<typeof board>[0], seat: "X" | "O" | null): boolean =>
    canPlan(withBoard(undefined, board(changes)), seat, 4);
  expect(plans({ clockSetting }, "O")).toBe(true);
  expect(plans({ clockSetting }, "X")).toBe(false);
  expect(plans({ clockSetting }, null)).toBe(false);
  expect(plans({}, "O")).toBe(false);
  expect(plans({ clockSetting: { daysPerMove: 1 } }, "O")).toBe(false);
  expect(plans({ clockSetting, cells: "....X....", ply: 1 }, "O")).toBe(false);
  expect(plans({ clockSetting, phase: "finished", turn: null }, "O")).toBe(false);
});

test("in Ultimate, premoves are possible in every unfinished board", () => {
  const state = withBoard(undefined, ultimate({ clockSetting, boards: "X........", openBoards: [4] }));
  expect(canPlan(state, "O", 0)).toBe(false);
  expect(canPlan(state, "O", 80)).toBe(true);
});

test("draws an intended move on a free cell only", () => {
  const intent = { kind: "held", move: { cell: 4, mark: "X" } } as const;
  const cells = (held: string) => boardView(withBoard(undefined, board({ cells: held })), "X", intent).cells[4];
  expect(cells(".........")).toMatchObject({ held: "X", isIntended: true });
  expect(cells("....O....")).toMatchObject({ held: "O", isIntended: false });
});
