// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { finish, goToProvider, providerReturn } from "../../src/people/provider-login";
import { peopleWords } from "../../src/people/words";

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: unknown) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const REFUSED = { code: "too_many_tries", error: "Slow down.", ratelimit: { seconds: 8 } };

test("reads what the provider sent back", () => {
  expect(providerReturn("?code=a%2Bb&state=login.x")).toEqual({ code: "a+b", state: "login.x" });
  expect(providerReturn("?error=access_denied&state=link.x")).toEqual({ code: null, state: "link.x" });
});

test("ignores every other address", () => {
  for (const search of ["", "?code=a", "?state=x", "?code=a&state=other.x"]) expect(providerReturn(search)).toBeNull();
});

test("goes to the provider, or says why not", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  answering(200, { url: "https://login.example/authorize" });
  expect(await goToProvider()).toBe("");
  expect(assign).toHaveBeenCalledWith("https://login.example/authorize");
  answering(429, REFUSED);
  expect(await goToProvider()).toContain("8");
});

test("logs in, or asks a newcomer to sign up", async () => {
  const fetched = answering(200, { player: { id: "p1" } });
  expect(await finish({ code: "c", state: "login.x" })).toEqual({ kind: "entered" });
  expect(fetched.mock.lastCall?.[0]).toBe("/api/v1/provider/login");
  answering(200, { player: null });
  expect(await finish({ code: "c", state: "login.x" })).toEqual({ kind: "newcomer" });
});

test("links the provider to the account", async () => {
  const fetched = answering(200, {});
  expect(await finish({ code: "c", state: "link.x" })).toEqual({
    kind: "linked",
    said: peopleWords().provider.linked,
  });
  expect(fetched.mock.lastCall?.[0]).toBe("/api/v1/me/provider");
});

test("says what went wrong", async () => {
  expect(await finish({ code: null, state: "login.x" })).toEqual({
    kind: "failed",
    said: peopleWords().provider.cancelled,
  });
  answering(429, REFUSED);
  for (const state of ["login.x", "link.x"])
    expect(await finish({ code: "c", state })).toMatchObject({ kind: "failed" });
});
