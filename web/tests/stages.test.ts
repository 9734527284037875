// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { opening, stage } from "../src/stages";

let done: string[] = [];
let tasks = 0;

beforeEach(async () => {
  // Let the tasks of the previous test finish.
  await new Promise((resolve) => setTimeout(resolve, 50));
  done = [];
  tasks = 0;
});

/** A part of a page that records in which task it rendered, and then renders the parts within it. */
function part(name: string, within: readonly string[] = []): Promise<void> {
  return stage().then(() => {
    done.push(`${name} ${tasks}`);
    for (const inner of within) void part(inner);
    setTimeout(() => (tasks += 1));
  });
}

test("renders each part in a separate task, in the order of the requests", async () => {
  void part("board");
  void part("talk");
  await part("footer");
  expect(done).toEqual(["board 0", "talk 1", "footer 2"]);
});

test("completes a part that renders in pieces before the next one", async () => {
  void part("board", ["second rows", "third rows"]);
  await part("talk");
  expect(done).toEqual(["board 0", "second rows 1", "third rows 2", "talk 3"]);
});

test("also opens a hidden page, which is never painted", async () => {
  const paint = vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation(() => 0);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await part("board");
  expect(done).toEqual(["board 0"]);
  paint.mockRestore();
  hidden.mockRestore();
});

test("renders everything at once after the first tap", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  expect(opening()).toBeUndefined();
  vi.unstubAllGlobals();
});
