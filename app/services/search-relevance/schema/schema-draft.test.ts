import { expect, it } from "vitest";
import { changesOf, differing, rebased } from "../draft/draft";
import {
  conflicts,
  fieldAt,
  type FieldIs,
  foundAt,
  SCHEMA_KEY,
  removedFields,
  schemaWishes,
  stepsTo,
  wishedMapping,
  withWishes,
} from "./schema-draft";

const text = (useCase: FieldIs["useCase"]): FieldIs => ({ type: "text", useCase });
const is = (type: string): FieldIs => ({ type, useCase: null });
const mapping = {
  dynamic: "true",
  properties: {
    name: {
      type: "text",
      analyzer: "own",
      fields: { keyword: { type: "keyword", ignore_above: 9 }, raw: { type: "keyword" } },
    },
    year: { type: "keyword", copy_to: "all" },
    place: { properties: { city: { type: "text" }, "a.b": { type: "long" } } },
    ["__proto__"]: { type: "date" },
    gone: { type: "long" },
  },
};
const wishes = new Map([
  ["name", { from: text("aggs"), to: text("search") }],
  ["year", { from: is("keyword"), to: is("long") }],
  ["place", { from: is("object"), to: is("nested") }],
  ["__proto__", { from: is("date"), to: is("keyword") }],
  ["gone", { from: is("long"), to: null }],
  ["new.deep", { from: null, to: text("searchaggs") }],
]);
const subFields = { ngram: false, autosuggest: true, synonyms: false, language: null };

it("a draft keeps wishes through JSON, whatever fields are called, and leaves out those that change nothing", () => {
  const kept = withWishes({ other: 1 }, new Map([...wishes, ["same", { from: is("long"), to: is("long") }]]));
  const read = JSON.parse(JSON.stringify(kept));
  expect(schemaWishes(read)).toEqual(wishes);
  expect(withWishes(read, new Map())).toEqual({ other: 1 });
  expect(schemaWishes({ [SCHEMA_KEY]: [1] }).size).toBe(0);
  expect(schemaWishes({ [SCHEMA_KEY]: { a: { from: 3, to: { type: 4 } }, b: null } }).size).toBe(0);
});

it("they are lines of the review, stay where nothing else differs, and on what somebody else deployed", () => {
  const values = withWishes({}, wishes);
  expect(
    changesOf({}, values).map(
      ({ setting, field, old, new: now, effect }) => `${setting} ${field}: ${old} > ${now} (${effect})`,
    ),
  ).toEqual([
    "Use case of name: Aggregate > Search (re-index)",
    "Type of year: keyword > long (re-index)",
    "Type of place: object > nested (re-index)",
    "Type of __proto__: date > keyword (re-index)",
    "Field gone: long > Removed (re-index)",
    "Field new.deep: Not there > text, search and aggregate (in place)",
  ]);
  expect(removedFields(wishes)).toEqual(["gone"]);
  expect(differing({}, values)).toEqual(values);
  expect(
    rebased({ base: {}, version: "1", values }, { record: { results: { size: 3 } }, version: "2" }).values,
  ).toEqual(values);
});

it("the mapping as it is wished keeps what nobody asked to change", () => {
  expect(wishedMapping(mapping, wishes, subFields)).toEqual({
    dynamic: "true",
    properties: {
      name: {
        type: "text",
        analyzer: "own",
        search_analyzer: "standard",
        fields: {
          raw: { type: "keyword" },
          autosuggest: { type: "text", analyzer: "autosuggest_analyzer", search_analyzer: "standard" },
          delimiter: { type: "text", analyzer: "universal_delimiter_analyzer", index_options: "offsets" },
        },
      },
      year: { type: "long", copy_to: "all" },
      place: { type: "nested", properties: { city: { type: "text" }, "a.b": { type: "long" } } },
      ["__proto__"]: { type: "keyword" },
      new: {
        properties: {
          deep: {
            type: "text",
            analyzer: "standard",
            search_analyzer: "standard",
            fields: {
              autosuggest: { type: "text", analyzer: "autosuggest_analyzer", search_analyzer: "standard" },
              delimiter: { type: "text", analyzer: "universal_delimiter_analyzer", index_options: "offsets" },
              keyword: { type: "keyword" },
            },
          },
        },
      },
    },
  });
});

it("finds fields by path, dots in their names included, and tells where one was changed meanwhile", () => {
  expect(stepsTo(mapping, "place.a.b")).toEqual(["place", "a.b"]);
  expect(stepsTo(mapping, "constructor")).toBeUndefined();
  expect(stepsTo(mapping, "name.keyword")).toBeUndefined();
  expect(fieldAt(mapping, ["place", "a.b"])).toEqual({ type: "long" });
  expect(foundAt(mapping, "place")).toEqual(is("object"));
  expect(conflicts(mapping, wishes)).toEqual([]);
  const now = {
    properties: { ...mapping.properties, year: { type: "integer" }, new: { properties: { deep: { type: "text" } } } },
  };
  expect(conflicts(now, wishes).map(({ path, found }) => ({ path, found }))).toEqual([
    { path: "year", found: is("integer") },
    { path: "new.deep", found: text("none") },
  ]);
});
