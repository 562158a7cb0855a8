import { expect, it } from "vitest";
import { flattenMapping } from "~/lib/data/documents/mapping-fields";
import { proposedWeight, subName } from "./composition/weights";
import { countable, searchable, weightRows } from "./search-rows";

const text = (...names: string[]) => ({
  type: "text",
  fields: Object.fromEntries(names.map((name) => [name, { type: name === "keyword" ? "keyword" : "text" }])),
});
const fields = flattenMapping({
  properties: {
    title: text("search", "keyword", "lang", "raw"),
    note: { type: "text" },
    brand: { type: "keyword" },
    price: { type: "float" },
    votes: { type: "rank_feature" },
    meta: { properties: { keyword: { type: "keyword" } } },
  },
});
const rowsOf = (weights: Record<string, number>) => weightRows(new Map(Object.entries(weights)), fields);

it("a field and its sub-fields are one row, the known ones in the order of their meaning", () => {
  expect(rowsOf({ "title.search": 0.5, title: 5, note: 1 })).toEqual([
    {
      ...{ field: "title", weight: 5, there: true },
      subs: [
        { path: "title.keyword", weight: null, there: true },
        { path: "title.lang", weight: null, there: true },
        { path: "title.search", weight: 0.5, there: true },
        { path: "title.raw", weight: null, there: true },
      ],
    },
    { field: "note", weight: 1, there: true, subs: [] },
  ]);
});

it.each<[string, Record<string, number>, object]>([
  ["a field that is gone is marked", { old: 2 }, { field: "old", weight: 2, there: false, subs: [] }],
  ["a sub-field alone stands below its field", { "title.raw": 2 }, { field: "title", weight: null, there: true }],
  [
    "one that is gone too",
    { "note.lang": 2 },
    { field: "note", weight: null, there: true, subs: [{ path: "note.lang", weight: 2, there: false }] },
  ],
  [
    "both gone",
    { "old.lang": 2 },
    { field: "old", weight: null, there: false, subs: [{ path: "old.lang", weight: 2, there: false }] },
  ],
  [
    "a field whose own name ends like a sub-field stays a field",
    { "meta.keyword": 2 },
    { field: "meta.keyword", weight: 2, there: true, subs: [] },
  ],
])("%s", (_, weights, row) => expect(rowsOf(weights)).toMatchObject([row]));

it("proposes what a sub-field weighs beside its field, and never nothing", () => {
  const proposed = (weight: number) =>
    ["keyword", "lang", "english", "synonyms", "delimiter", "autosuggest", "search", "raw"].map((name) =>
      proposedWeight(weight, `a.${name}`),
    );
  expect(proposed(5)).toEqual([5, 4.5, 4.5, 3.5, 2, 0.5, 0.5, 5]);
  expect(proposed(0.1)).toEqual(Array.from({ length: 8 }, () => 0.1));
  expect([subName("title", "title.lang"), subName("title", "other.lang")]).toEqual([".lang", "other.lang"]);
});

it("offers what may be searched or counted and is not chosen, what was made for search first", () => {
  expect(searchable(fields, new Set())).toEqual(["title", "brand", "meta.keyword", "note"]);
  expect(searchable(fields, new Set(["title", "brand"]))).toEqual(["meta.keyword", "note"]);
  expect(countable(fields, new Set(["brand"])).map(({ label, path }) => [label, path])).toEqual([
    ["meta.keyword", "meta.keyword"],
    ["price", "price"],
    ["title", "title.keyword"],
  ]);
});
