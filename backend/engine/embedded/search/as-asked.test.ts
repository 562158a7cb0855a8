import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fill } from "../../../../tests/engines/stand";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

const books = [
  {
    id: "1",
    source: {
      title: "quiet garden",
      pages: 100,
      day: "2001-05-05",
      new: true,
      shop: "48,11",
      notes: [{ by: "kim" }, { by: "lou", text: "fine" }],
    },
  },
  { id: "2", source: { title: "paper moon", pages: 200, day: "2010-12-31", new: false, shop: "50,12" } },
  { id: "3", source: { title: "stone", pages: 300, day: "1999-01-01" } },
];
const properties = {
  title: { type: "text" },
  pages: { type: "integer" },
  day: { type: "date" },
  new: { type: "boolean" },
  shop: { type: "geo_point" },
  notes: { properties: { by: { type: "keyword" }, text: { type: "text" } } },
};
const folder = mkdtempSync(join(tmpdir(), "searchdeck-asked-"));
let opened: EmbeddedEngine;

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  await fill(opened.handle, { index: "books", mappings: { properties }, documents: books });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function search(body: object) {
  const answer = await opened.handle({ method: "POST", path: "/books/_search", query: {}, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(answer.body) };
}
const ids = async (query: object) =>
  (await search({ query, sort: ["_doc"] })).body.hits.hits.map((hit: { _id: string }) => hit._id);
async function refusal(body: object): Promise<string> {
  const { status, body: answer } = await search(body);
  expect(status).toBe(400);
  const { type, reason } = answer.error.root_cause[0];
  return `${type}: ${reason}`;
}

// What OpenSearch 2.19.1 says to the same searches.
describe("searches in words", () => {
  it("takes a star alone for everything", async () => {
    expect(await ids({ simple_query_string: { query: " * ", fields: ["title"] } })).toEqual(["1", "2", "3"]);
    expect(await ids({ simple_query_string: { query: "* |", fields: ["title"] } })).toEqual([]);
  });

  it("passes over operators that stand alone", async () => {
    expect(await ids({ query_string: { query: "(quiet - paper) + garden", fields: ["title"] } })).toEqual(["1", "2"]);
    expect(await ids({ query_string: { query: "(quiet -paper) +garden", fields: ["title"] } })).toEqual(["1"]);
  });

  it("refuses a backslash at the end", async () => {
    expect(await refusal({ query: { query_string: { query: "foo\\", fields: ["title"] } } })).toBe(
      "query_shard_exception: Failed to parse query [foo\\]",
    );
    expect(await ids({ query_string: { query: "stone\\\\", fields: ["title"] } })).toEqual(["3"]);
  });
});

describe("values that cannot be read", () => {
  it.each([
    [
      { sort: ["pages"], search_after: ["abc"] },
      "illegal_argument_exception: Failed to parse search_after value for field [pages].",
    ],
    [
      { sort: ["pages"], search_after: ["12.5"] },
      "illegal_argument_exception: Failed to parse search_after value for field [pages].",
    ],
    [
      { aggs: { a: { terms: { field: "new", missing: "N/A" } } } },
      "illegal_argument_exception: Cannot parse boolean [N/A], expected either [true] or [false]",
    ],
    [
      { aggs: { a: { terms: { field: "pages", include: ["n.*"] } } } },
      'number_format_exception: For input string: "n.*"',
    ],
    [
      { aggs: { a: { terms: { field: "new", exclude: ["yes"] } } } },
      "illegal_argument_exception: Cannot parse boolean [yes], expected either [true] or [false]",
    ],
    [
      { aggs: { a: { histogram: { field: "pages", interval: 10, offset: "2000-01-01" } } } },
      "x_content_parse_exception: [1:67] [histogram] failed to parse field [offset]",
    ],
    [
      { highlight: { fields: "title" } },
      "x_content_parse_exception: [1:24] [highlight] fields doesn't support values of type: VALUE_STRING",
    ],
    [
      { highlight: { fields: {}, pre_tags: 5 } },
      "x_content_parse_exception: [1:38] [highlight] pre_tags doesn't support values of type: VALUE_NUMBER",
    ],
    [
      { query: { range: { pages: { gte: 1, format: "nope" } } } },
      "illegal_argument_exception: Invalid format: [nope]: Unknown pattern letter: o",
    ],
    [
      { query: { geo_distance: { distance: "1deg", shop: "48,11" } } },
      'number_format_exception: For input string: "1deg"',
    ],
    [
      { query: { geo_bounding_box: { shop: { top_left: "45,20", bottom_right: "60,10" } } } },
      "illegal_argument_exception: top is below bottom corner: 45.0 vs. 60.0",
    ],
    [
      { query: { geo_bounding_box: { shop: { top_left: "a", bottom_right: "b" } } } },
      "parse_exception: failed to parse [geo_bounding_box] query. [unsupported symbol [a] in geohash [a]]",
    ],
  ])("%j", async (body, reason) => {
    expect(await refusal(body)).toBe(reason);
  });

  it("reads a number given as text after which a page begins", async () => {
    const { body } = await search({ sort: ["pages"], search_after: ["100"] });
    expect(body.hits.hits.map((hit: { _id: string }) => hit._id)).toEqual(["2", "3"]);
  });
});

it("tells what is wrong first in the text", async () => {
  const aggs = { a: { terms: { field: "pages", size: -1 } } };
  expect(await refusal({ aggs, size: -1 })).toBe(
    "x_content_parse_exception: [1:47] [terms] failed to parse field [size]",
  );
  expect(await refusal({ size: -1, aggs })).toBe(
    "illegal_argument_exception: [size] parameter cannot be negative, found [-1]",
  );
  expect(await refusal({ query: { nope: {} }, what: 1 })).toContain("unknown query [nope]");
});

it.each([
  ["match", "parsing_exception: No text specified for text query"],
  ["match_phrase", "illegal_argument_exception: [match_phrase] requires fieldName"],
  ["fuzzy", "illegal_argument_exception: field name cannot be null or empty"],
  ["term", "illegal_argument_exception: field name is null or empty"],
])("says that a %s query has no field", async (type, reason) => {
  expect(await refusal({ query: { [type]: {} } })).toBe(reason);
});

it("counts what is missing as one of the two values of a boolean", async () => {
  const { body } = await search({ size: 0, aggs: { a: { terms: { field: "new", missing: "false" } } } });
  expect(body.aggregations.a.buckets).toEqual([
    { key: 0, key_as_string: "false", doc_count: 2 },
    { key: 1, key_as_string: "true", doc_count: 1 },
  ]);
});

it("reads a date that ends early as the first day it may mean", async () => {
  expect(await ids({ range: { day: { gte: "2001", lte: "2010", format: "date" } } })).toEqual(["1"]);
  expect(await ids({ range: { day: { gte: "2001-05", lte: "2011", format: "date" } } })).toEqual(["1", "2"]);
  expect(await refusal({ query: { range: { day: { gte: "2001", format: "strict_date" } } } })).toContain(
    "failed to parse date field [2001] with format [strict_date]",
  );
});

it("drops an object of a list with the last of its fields", async () => {
  const source = async (_source: object) =>
    (await search({ query: { ids: { values: ["1"] } }, _source })).body.hits.hits[0]._source.notes;
  expect(await source({ includes: ["*"], excludes: ["notes.*"] })).toEqual([]);
  expect(await source({ includes: ["*"], excludes: ["notes.by"] })).toEqual([{ text: "fine" }]);
});

it("counts nothing where no index is searched", async () => {
  const body = JSON.stringify({ aggs: { a: { terms: { field: "pages" } } } });
  const answer = JSON.parse((await opened.handle({ method: "POST", path: "/nope*/_search", query: {}, body })).body);
  expect(answer).not.toHaveProperty("aggregations");
  expect(answer.hits.total).toEqual({ value: 0, relation: "eq" });
});
