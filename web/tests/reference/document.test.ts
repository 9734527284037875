import { describe, expect, it } from "vitest";
import { bounds, examples, fields, groups, marked, typeOf, type ApiDocument } from "../../src/reference/document";

const text = (schema: Parameters<typeof typeOf>[0]) =>
  typeOf(schema)
    .map((piece) => piece.text)
    .join("");

describe("a type in words", () => {
  it.each([
    [{ type: "string" }, "text"],
    [{ enum: ["X", "O"] }, '"X" or "O"'],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "whole number or null"],
    [{ type: "array", items: { $ref: "#/components/schemas/OpenGame" } }, "list of OpenGame"],
    [{ type: "object", additionalProperties: { type: "number" } }, "object of number"],
    [{}, "anything"],
  ])("%o is %s", (schema, words) => {
    expect(text(schema)).toBe(words);
  });

  it("links to a model", () => {
    expect(typeOf({ $ref: "#/components/schemas/Score" })).toEqual([{ text: "Score", model: true }]);
  });
});

describe("the limits of a value", () => {
  it.each([
    [{ type: "string", minLength: 1, maxLength: 40 }, "1 to 40 characters"],
    [{ anyOf: [{ type: "integer", minimum: 5 }, { type: "null" }], default: null }, "at least 5"],
    [{ type: "integer", maximum: 3, default: 1 }, "at most 3, else 1"],
    [{ type: "boolean", default: false }, "else false"],
  ])("%o: %s", (schema, words) => {
    expect(bounds(schema)).toBe(words);
  });
});

it("puts first what must be there", () => {
  const names = fields({ properties: { a: {}, b: {}, c: {} }, required: ["c"] }).map((field) => field.name);
  expect(names).toEqual(["c", "a", "b"]);
});

it("groups the endpoints by tag and leaves empty tags out", () => {
  const operation = { operationId: "o", summary: "s", tags: ["games"], responses: {} };
  const api: ApiDocument = {
    info: { title: "t", version: "1", description: "d" },
    tags: [
      { name: "none", description: "" },
      { name: "games", description: "All of them" },
    ],
    paths: { "/games": { get: operation, post: operation } },
    components: { schemas: {} },
  };
  expect(groups(api).map((group) => [group.name, group.endpoints.map((endpoint) => endpoint.method)])).toEqual([
    ["games", ["GET", "POST"]],
  ]);
});

it("gives one example or several", () => {
  expect(examples({ schema: {}, example: 1 })).toEqual([{ name: "", value: 1 }]);
  expect(examples({ schema: {}, examples: { a: { summary: "stale", value: 2 } } })).toEqual([
    { name: "stale", value: 2 },
  ]);
});

it("finds the code in a text", () => {
  expect(marked("send `id` twice")).toEqual([
    { text: "send ", code: false },
    { text: "id", code: true },
    { text: " twice", code: false },
  ]);
});
