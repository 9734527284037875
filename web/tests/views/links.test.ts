// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { followLink } from "../../src/views/links";
import { variantName } from "../../src/views/titles";

test("opens a plain click within the page", () => {
  const go = vi.fn();
  const event = new MouseEvent("click", { cancelable: true });
  followLink(go)(event);
  expect(go).toHaveBeenCalledOnce();
  expect(event.defaultPrevented).toBe(true);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  "a click with %o is left to the browser",
  (how) => {
    const go = vi.fn();
    const event = new MouseEvent("click", { cancelable: true, ...how });
    followLink(go)(event);
    expect(go).not.toHaveBeenCalled();
    expect(event.defaultPrevented).toBe(false);
  },
);

test("names a board of another size by its dimensions", () => {
  expect(variantName("mnk-5x7-4")).toBe("5×7");
  expect(variantName("gomoku")).not.toBe("3×3");
});
