import { afterEach, expect, test, vi } from "vitest";
import { ratingOf } from "../../src/people/card-rating";

afterEach(() => vi.unstubAllGlobals());

const RATINGS = [
  { variant: "classic", speed: "blitz", rating: 1612.6, isProvisional: false },
  { variant: "wild", speed: "blitz", rating: 1500, isProvisional: true },
];

function answering(status: number, body: unknown): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));
}

test("shows the rating for this variant and speed", async () => {
  answering(200, { ratings: RATINGS });
  expect(await ratingOf("p1", "classic", "blitz")).toBe("1613");
  expect(await ratingOf("p1", "wild", "blitz")).toBe("1500?");
});

test("shows nothing without a rating or an answer", async () => {
  answering(200, { ratings: RATINGS });
  expect(await ratingOf("p1", "classic", "rapid")).toBeNull();
  answering(404, {});
  expect(await ratingOf("p1", "classic", "blitz")).toBeNull();
});
