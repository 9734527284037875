import { expect, test } from "vitest";
import { providerReturn } from "../../src/people/provider-login";

test("reads what the provider sent back", () => {
  expect(providerReturn("?code=a%2Bb&state=login.x")).toEqual({ code: "a+b", state: "login.x" });
  expect(providerReturn("?error=access_denied&state=link.x")).toEqual({ code: null, state: "link.x" });
});

test("ignores every other address", () => {
  for (const search of ["", "?code=a", "?state=x", "?code=a&state=other.x"]) expect(providerReturn(search)).toBeNull();
});
