import { expect, test } from "vitest";
import english from "../../src/locales/en.json";
import { VARIANTS } from "../../src/messages";
import { legalMoves, type Position } from "../../src/rules/position";
import { attempt, beginOf, LESSONS, solutionOf } from "../../src/teach/lessons";

test("every variant has a lesson, Ultimate first", () => {
  const taught = LESSONS.map(({ variant }) => variant.name);
  expect(taught[0]).toBe("ultimate");
  expect([...taught].sort()).toEqual(VARIANTS.map(({ name }) => name as string).sort());
});

test.each(LESSONS.map((lesson) => [lesson.variant.name, lesson] as const))(
  "%s can be walked through",
  (name, lesson) => {
    const tasks = (english.learn.tasks as Record<string, Record<string, string>>)[name] ?? {};
    expect(Object.keys(tasks)).toHaveLength(lesson.steps.length);
    let position: Position | null = null;
    for (const step of lesson.steps) {
      const begun = beginOf(step, position);
      const right = solutionOf(step, begun);
      expect(right).not.toBeNull();
      if (right === null) return;
      position = attempt(step, begun, right);
      expect(position).not.toBeNull();
    }
  },
);

test("distinguishes wrong moves from right ones", () => {
  for (const { steps } of LESSONS.filter(({ variant }) => !variant.hasBoards)) {
    for (const step of steps) {
      const begun = beginOf(step, null);
      expect(legalMoves(begun).some((move) => attempt(step, begun, move) === null)).toBe(true);
    }
  }
});

test("in Ultimate, each move sends the opponent to the matching board", () => {
  const [first] = LESSONS[0]?.steps ?? [];
  if (first === undefined) throw new Error("there is no step");
  const begun = beginOf(first, null);
  // The top left square of the centre board.
  const after = attempt(first, begun, { cell: 30, mark: "X" });
  const answered = [...(after?.cells ?? "")].findIndex((mark) => mark === "O");
  expect([0, 1, 2, 9, 10, 11, 18, 19, 20]).toContain(answered);
  expect(after?.openBoards).toHaveLength(1);
  expect(after?.openBoards).not.toContain(0);
});
