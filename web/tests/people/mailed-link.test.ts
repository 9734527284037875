import { expect, test } from "vitest";
import { mailedLink } from "../../src/people/mailed-link";

const token = "a1B".repeat(14) + "z";

test("reads the links of our mails", () => {
  expect(mailedLink(`#confirm=${token}`)).toEqual({ purpose: "confirm", token });
  expect(mailedLink(`#recover=${token}`)).toEqual({ purpose: "recover", token });
});

test("ignores everything else", () => {
  for (const hash of ["", "#", "#confirm=", `#delete=${token}`, `#confirm=${token}x`, `#confirm=${token}&x`]) {
    expect(mailedLink(hash)).toBeNull();
  }
});
