import { expect, test } from "vitest";
import { afterTry, NO_RECORD, parseRecord } from "../../src/teach/puzzle-record";

test("a solved puzzle adds to rating and streak, a hard one more than an easy one", () => {
  const easy = afterTry(NO_RECORD, 1, true);
  const hard = afterTry(NO_RECORD, 5, true);
  expect(easy.rating).toBeGreaterThan(NO_RECORD.rating);
  expect(hard.rating).toBeGreaterThan(easy.rating);
  expect(afterTry(easy, 3, true)).toMatchObject({ streak: 2, best: 2, tried: 2 });
});

test("a wrong try ends the streak and keeps the record", () => {
  const two = afterTry(afterTry(NO_RECORD, 2, true), 2, true);
  const missed = afterTry(two, 2, false);
  expect(missed).toMatchObject({ streak: 0, best: 2, tried: 3 });
  expect(missed.rating).toBeLessThan(two.rating);
});

test("reads back a stored record, and ignores invalid data", () => {
  const record = afterTry(NO_RECORD, 3, true);
  expect(parseRecord(JSON.stringify(record))).toEqual(record);
  for (const text of [null, "", "7", "{", '{"rating":"high"}', '{"streak":-1}'])
    expect(parseRecord(text)).toEqual(NO_RECORD);
});
