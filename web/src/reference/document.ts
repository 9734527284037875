// Reads an OpenAPI document: what there is, in the order in which a person wants to know it. Pure functions.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: boolean;
  schema: Schema;
}

export interface Answer {
  description: string;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
  security?: unknown[];
}

export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

export interface Group {
  name: string;
  description: string;
  endpoints: Endpoint[];
}

/** A piece of text; `model` says that it is the name of one. */
export interface Piece {
  text: string;
  model?: boolean;
  code?: boolean;
}

export interface Field {
  name: string;
  required: boolean;
  type: Piece[];
  bounds: string;
  description: string;
}

/** The endpoints by their tags, in the document's order. */
export function groups(api: ApiDocument): Group[] {
  const endpoints = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return api.tags
    .map((tag) => ({ ...tag, endpoints: endpoints.filter((endpoint) => endpoint.operation.tags.includes(tag.name)) }))
    .filter((group) => group.endpoints.length > 0);
}

/** The fields of an object, those that must be there first. */
export function fields(schema: Schema): Field[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => ({
      name,
      required: required.includes(name),
      type: typeOf(field),
      bounds: bounds(field),
      description: field.description ?? "",
    }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/** What a value may be, in words: `text`, `"X" or "O"`, `list of OpenGame`. */
export function typeOf(schema: Schema): Piece[] {
  if (schema.$ref !== undefined) return [{ text: modelName(schema.$ref), model: true }];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return joined(choices.map(typeOf));
  if (schema.enum !== undefined) return [{ text: schema.enum.map((value) => JSON.stringify(value)).join(" or ") }];
  if (schema.items !== undefined) return [{ text: "list of " }, ...typeOf(schema.items)];
  if (typeof schema.additionalProperties === "object") {
    const values = typeOf(schema.additionalProperties);
    return [{ text: "object of " }, ...values];
  }
  const types = [schema.type ?? "anything"].flat();
  return [{ text: types.map((type) => WORDS[type] ?? type).join(" or ") }];
}

const WORDS: Record<string, string> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
  array: "list",
};

/** The limits of a value, and what it is when left out. */
export function bounds(schema: Schema): string {
  const inner = (schema.anyOf ?? []).find((choice) => choice.type !== "null") ?? schema;
  const said: string[] = [];
  if (inner.maxLength !== undefined) said.push(`${range(inner.minLength, inner.maxLength)} characters`);
  if (inner.minimum !== undefined || inner.maximum !== undefined) said.push(range(inner.minimum, inner.maximum));
  if (schema.default !== undefined && schema.default !== null) said.push(`else ${JSON.stringify(schema.default)}`);
  return said.join(", ");
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${String(most)}`;
  return most === undefined ? `at least ${String(least)}` : `${String(least)} to ${String(most)}`;
}

export function modelName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The examples of a body, each with what it is called, if anything. */
export function examples(media: Media): { name: string; value: unknown }[] {
  const several = Object.values(media.examples ?? {}).map((one) => ({ name: one.summary ?? "", value: one.value }));
  return media.example === undefined ? several : [{ name: "", value: media.example }, ...several];
}

/** Text in which `code` is marked by backticks. */
export function marked(text: string): Piece[] {
  return text
    .split("`")
    .map((piece, i) => ({ text: piece, code: i % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

function joined(types: Piece[][]): Piece[] {
  return types.flatMap((type, i) => (i === 0 ? type : [{ text: " or " }, ...type]));
}
