// @vitest-environment node
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { describe, expect, test } from "vitest";
import { busyMs } from "../../../../../tests/setup/busy";
import { resolveInputs } from "./values";

function object(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error("no object");
  return value;
}

const CONTEXT: JsonObject = {
  request: { body: '{"query":[]}', headers: { "X-Shop": "north" } },
  envs: { query: "dune", count: 3, index: ["books", "films"], request: "hidden", name: "{{query}}", nothing: null },
  fetch: { items: [{ id: 1 }, { id: 2 }] },
  "stage-with-dash": "{{envs.query}}",
  yes: true,
  big: object('{"n":12345678901234567890}')["n"] ?? null,
};

const resolve = (text: string) => resolveInputs({ text }, CONTEXT)["text"];

describe("a path alone is the value itself", () => {
  test.each([
    ["{{envs.query}}", "dune"],
    ["{{ context.envs.query }}", "dune"],
    ["{{query}}", "dune"],
    ["{{context.query}}", "dune"],
    ["{{count}}", 3],
    ["{{yes}}", true],
    ["{{index}}", ["books", "films"]],
    ["{{index[1]}}", "films"],
    ["{{envs.index.0}}", "books"],
    ["{{fetch.items[1].id}}", 2],
    ["{{fetch}}", { items: [{ id: 1 }, { id: 2 }] }],
    ["{{request.headers.X-Shop}}", "north"],
    ["{{request.body}}", '{"query":[]}'],
    ["{{missing}}", null],
    ["{{missing.deep}}", null],
    ["{{query.length}}", null],
    ["{{nothing}}", null],
    ["{{index.length}}", null],
    ["{{constructor}}", null],
    ["{{__proto__}}", null],
    ["{{envs.__proto__.toString}}", null],
    ["{{stage-with-dash}}", "{{envs.query}}"],
    ["{{name}}", "{{query}}"],
  ])("%s", (text, value) => expect(resolve(text)).toEqual(value));
});

describe("within other text it is written", () => {
  test.each([
    ["find {{query}} now", "find dune now"],
    ["{{query}}{{count}}", "dune3"],
    [" {{count}}", " 3"],
    ["{{index}}!", '["books","films"]!'],
    ["n={{big}}", "n=12345678901234567890"],
    ["<{{missing}}>", "<>"],
    ["<{{name}}{{query}}>", "<{{query}}dune>"],
    ['{"a":{"b":{{count}}}}', '{"a":{"b":3}}'],
    ["{{{count}}}", "{3}"],
    ["{{ {{count}}", "{{ 3"],
    ["{{#toJson}}x{{/toJson}}", "{{#toJson}}x{{/toJson}}"],
    ["{{a b}}", "{{a b}}"],
    ["{{}}", "{{}}"],
    ["{{ }} {{", "{{ }} {{"],
    ["}}{{", "}}{{"],
    ["{{.query}}", "{{.query}}"],
    ["plain", "plain"],
    ["", ""],
  ])("%s", (text, value) => expect(resolve(text)).toBe(value));
});

test("texts at any depth are filled, names and other values stay", () => {
  const inputs: JsonObject = { "{{query}}": [{ a: ["{{count}}", 1, null, true] }], big: CONTEXT["big"] ?? null };
  expect(stringifyJson(resolveInputs(inputs, CONTEXT))).toBe(
    '{"{{query}}":[{"a":[3,1,null,true]}],"big":12345678901234567890}',
  );
});

test("what stands in the context goes before what stands in envs", () => {
  expect(resolve("{{request.body}}")).toBe('{"query":[]}');
  expect(resolveInputs({ a: "{{x}}" }, { x: 1, envs: { x: 2 } })).toEqual({ a: 1 });
  expect(resolveInputs({ a: "{{context.x}}" }, { context: { x: 3 }, x: 1, envs: {} })).toEqual({ a: 3 });
});

test("a context without envs, and inputs named like what objects inherit", () => {
  expect(resolveInputs({ a: "{{x}}" }, {})).toEqual({ a: null });
  const found = resolveInputs(object('{"__proto__":{"x":"{{query}}"}}'), CONTEXT);
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  expect(stringifyJson(found)).toBe('{"__proto__":{"x":"dune"}}');
});

describe("too much is refused", () => {
  const megabyte = "x".repeat(1_000_000);
  const deep = object(`{"d":${"[".repeat(5_000)}${"]".repeat(5_000)}}`);

  test("by the sum of what is put in", () => {
    const context = { big: megabyte, list: [megabyte, megabyte, megabyte] };
    expect(resolveInputs({ a: "{{big}}", b: "{{big}}!" }, context)).toBeDefined();
    expect(() => resolveInputs({ a: "{{big}}{{big}}{{big}}" }, context)).toThrow("more than 2 MB");
    expect(() => resolveInputs({ a: "{{list}}" }, context)).toThrow("more than 2 MB");
    expect(() => resolveInputs({ a: Array.from({ length: 3 }, () => "{{big}}") }, context)).toThrow("more than 2 MB");
    expect(() => resolveInputs({ a: "{{big}}".repeat(1_000) }, context)).toThrow("more than 2 MB");
  });

  test("by its depth", () => {
    expect(() => resolveInputs(deep, {})).toThrow("at most 500 deep");
    expect(() => resolveInputs({ a: "{{d}}" }, deep)).toThrow("at most 500 deep");
  });

  test.each([["{{"], ["{{x"], ["}}"], ["{{ }}"], ["{{a b}}"], ["{{a.}}"], ["{"]])(
    "and many %s take no time",
    (part) => {
      const text = part.repeat(Math.floor(1_000_000 / part.length));
      expect(busyMs(() => resolveInputs({ text }, CONTEXT), 500)).toBeLessThan(500);
    },
  );
});
