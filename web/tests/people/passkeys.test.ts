import { expect, test } from "vitest";
import { bytesOf, isBareAddress, textOf } from "../../src/people/passkeys";

test("bytes survive base64url", () => {
  for (const bytes of [[], [0], [251, 255, 191], [1, 2, 3, 4], Array.from({ length: 256 }, (_, n) => n)]) {
    const text = textOf(new Uint8Array(bytes).buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...bytesOf(text)]).toEqual(bytes);
  }
  expect(textOf(new Uint8Array([251, 255]).buffer)).toBe("-_8");
});

test("passkeys belong to a name, not to an address", () => {
  for (const host of ["127.0.0.1", "192.168.0.7", "[::1]"]) expect(isBareAddress(host)).toBe(true);
  for (const host of ["localhost", "noughts.example", "1.2.3.example"]) expect(isBareAddress(host)).toBe(false);
});
