// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { opening, stage } from "../src/stages";

let done: string[] = [];
let tasks = 0;

beforeEach(async () => {
  // What the test before has left runs out.
  await new Promise((resolve) => setTimeout(resolve, 50));
  done = [];
  tasks = 0;
});

/** A part of a page that notes in which task it came, and asks for those within it then. */
function part(name: string, within: readonly string[] = []): Promise<void> {
  return stage().then(() => {
    done.push(`${name} ${tasks}`);
    for (const inner of within) void part(inner);
    setTimeout(() => (tasks += 1));
  });
}

test("each part comes in a task of its own, in the order in which they asked", async () => {
  void part("board");
  void part("talk");
  await part("footer");
  expect(done).toEqual(["board 0", "talk 1", "footer 2"]);
});

test("a part that comes in pieces is whole before the part after it", async () => {
  void part("board", ["second rows", "third rows"]);
  await part("talk");
  expect(done).toEqual(["board 0", "second rows 1", "third rows 2", "talk 3"]);
});

test("a hidden page, which is never painted, is opened too", async () => {
  const paint = vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation(() => 0);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await part("board");
  expect(done).toEqual(["board 0"]);
  paint.mockRestore();
  hidden.mockRestore();
});

test("once the page was touched, nothing is waited for", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  expect(opening()).toBeUndefined();
  vi.unstubAllGlobals();
});
