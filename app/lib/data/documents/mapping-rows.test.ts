import { parseJson } from "@common/text/json";
import { isJsonObject, type JsonObject } from "@common/text/json";
import { expect, it } from "vitest";
import { definitionAt, mappingRows } from "./mapping-rows";

const read = (text: string): JsonObject => {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
};

it("tells analyzers apart, keeps the digits of parameters, and puts runtime fields last", () => {
  const rows = mappingRows(
    read(`{
      "properties": {
        "b": { "type": "text", "analyzer": "english", "search_analyzer": "simple" },
        "a": { "type": "scaled_float", "scaling_factor": 12345678901234567890 },
        "k": { "type": "keyword", "normalizer": "lower" },
        "n": { "type": "nested", "properties": { "x": { "type": "long" } } },
        "o": { "type": "object", "enabled": false }
      },
      "runtime": { "r": { "type": "long" } }
    }`),
  );
  expect(rows.map(({ path, role }) => `${path} ${role}`)).toEqual([
    "a field",
    "b field",
    "k field",
    "n object",
    "n.x field",
    "o object",
    "r runtime",
  ]);
  expect(rows.find(({ path }) => path === "a")?.options).toBe("scaling_factor: 12345678901234567890");
  expect(rows.flatMap(({ analyzer }) => analyzer ?? [])).toEqual(["english, search: simple", "normalizer: lower"]);
});

it("finds the definition at a path, sub-fields included", () => {
  const mapping = read(
    '{ "properties": { "a": { "properties": { "b": { "type": "text", "fields": { "raw": { "type": "keyword" } } } } } } }',
  );
  expect(definitionAt(mapping, "a.b.raw")).toEqual({ type: "keyword" });
  expect(definitionAt(mapping, "a.c")).toBeUndefined();
});

it("makes rows of 20,000 fields at once", () => {
  const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field_${n}`, { type: "keyword" }]));
  expect(mappingRows({ properties })).toHaveLength(20_000);
});
