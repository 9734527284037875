import { expect, test } from "vitest";
import { placesFor } from "../../src/share/places";
import { boardText } from "../../src/share/text";
import { isOnlyHere } from "../../src/share/ways";

test("writes a board in characters that every chat shows", () => {
  expect(boardText({ cells: "X.O.X...O", cols: 3 })).toBe("❌⬜⭕\n⬜❌⬜\n⬜⬜⭕");
});

test("encodes a shared game as one link", () => {
  const places = placesFor("A & B?", "https://play.example/g/1#x");
  for (const { href } of places) {
    expect(href).not.toContain(" ");
    expect(decodeURIComponent(href)).toContain("https://play.example/g/1#x");
  }
  expect(places.map(({ name }) => name)).toEqual(["WhatsApp", "Telegram", "Facebook", "SMS"]);
});

test("recognises addresses that only work on this machine", () => {
  expect(["localhost", "127.0.0.1", "[::1]"].every(isOnlyHere)).toBe(true);
  expect(["192.168.1.4", "play.example"].some(isOnlyHere)).toBe(false);
});
