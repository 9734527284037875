import { expect, test } from "vitest";
import { words } from "../../src/words";
import { clockSettingText, pointsText, durationText } from "../../src/words/figures";

const { clocks } = words;

test("shows a wait in a readable unit", () => {
  expect(durationText(7.2, clocks)).toBe(clocks.seconds({ seconds: 8 }));
  expect(durationText(90, clocks)).toBe(clocks.seconds({ seconds: 90 }));
  expect(durationText(174, clocks)).toBe(clocks.minutes({ minutes: 3 }));
  expect(durationText(7200, clocks)).toBe(clocks.hours({ hours: 2 }));
});

test("shows a clock by its base and its increment", () => {
  expect(clockSettingText(null, clocks)).toBe(clocks.none);
  expect(clockSettingText({ daysPerMove: 3 } as never, clocks)).toBe(clocks.days({ days: 3 }));
  const three = clocks.minutes({ minutes: 3 });
  expect(clockSettingText({ baseSeconds: 180 } as never, clocks)).toBe(three);
  expect(clockSettingText({ baseSeconds: 45 } as never, clocks)).toBe(clocks.seconds({ seconds: 45 }));
  const both = clockSettingText({ baseSeconds: 180, incrementSeconds: 2 } as never, clocks);
  expect(both).toBe(clocks.increment({ time: three, seconds: 2 }));
});

test("a draw is half a point", () => {
  expect([0, 0.5, 1, 1.5].map(pointsText)).toEqual(["0", "½", "1", "1½"]);
});

test("shows the server's text for an unknown refusal", () => {
  expect(words.refusal("no_such_code", "Not now.", undefined)).toBe("Not now.");
  expect(words.refusal(undefined, undefined, undefined)).toBe(words.failed);
  expect(words.refusal("no_such_code", "Not now.", 8)).toBe(
    words.wait({ reason: "Not now.", time: durationText(8, clocks) }),
  );
});

test("has a text for unknown kinds of notices", () => {
  expect(words.notice("no_such_kind", "Ann")).not.toBe("");
  expect(words.notice("turn", "Ann")).not.toBe(words.notice("no_such_kind", "Ann"));
  expect(words.levelHint(99)).toBe("");
  expect(words.variantHowTo("no-such-variant")).toBe("");
});
