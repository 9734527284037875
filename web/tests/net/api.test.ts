import { afterEach, expect, test, vi } from "vitest";
import { call } from "../../src/net/api";
import { browserEnvironment, newId } from "../../src/net/environment";

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body?: unknown) {
  const text = body === undefined ? null : JSON.stringify(body);
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(text, { status })));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("sends JSON and returns the answer", async () => {
  const fetched = answering(200, { id: "g1" });
  expect(await call("POST", "/games", { variant: "wild" })).toEqual({ ok: true, value: { id: "g1" } });
  expect(fetched).toHaveBeenCalledWith("/api/v1/games", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"variant":"wild"}',
  });
});

test("sends a file unchanged, and no body if there is none", async () => {
  const fetched = answering(204);
  const file = new Blob(["x"], { type: "image/png" });
  expect(await call("PUT", "/me/picture", file)).toEqual({ ok: true, value: null });
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ headers: { "content-type": "image/png" }, body: file });
  await call("GET", "/me");
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ headers: {}, body: null });
});

test("returns a refusal with the time to wait", async () => {
  answering(429, { code: "too_many_tries", error: "Slow down.", ratelimit: { seconds: 8 } });
  const refused = { code: "too_many_tries", reason: "Slow down.", waitSeconds: 8 };
  expect(await call("GET", "/me")).toEqual({ ok: false, refused });
  answering(500, {});
  expect(await call("GET", "/me")).toMatchObject({ ok: false, refused: { code: "", reason: "" } });
});

test("reports that the server can't be reached", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  expect(await call("GET", "/me")).toMatchObject({ ok: false, refused: { code: "unreachable" } });
});

test("ids are long and unique, and timers can be cancelled", () => {
  vi.useFakeTimers();
  const run = vi.fn();
  const world = browserEnvironment("ws://localhost/ws");
  world.after(10, run)();
  world.after(10, run);
  vi.advanceTimersByTime(20);
  expect(run).toHaveBeenCalledOnce();
  expect(world.nowMs()).toBe(Date.now());
  expect(world.random()).toBeLessThan(1);
  vi.useRealTimers();
  expect(newId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newId()).not.toBe(newId());
});
