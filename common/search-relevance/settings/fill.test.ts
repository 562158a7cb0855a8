import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../text/json";
import { filled, type FillLimits } from "./fill";
import { readable } from "./read";

const RECORD: JsonObject = {
  search: {
    dataField: ["title", "title.search"],
    fieldWeights: ["2.0", 0.1],
    searchOperators: false,
    queryString: true,
    fuzziness: "1",
    queryFormat: "and",
    distinctField: "brand",
    rankFeature: { votes: { saturation: { pivot: "5.0" }, boost: "2.0" } },
  },
  aggregations: { dataField: { brand: "term" }, size: 25, sortBy: "asc", includeNullValues: true, queryFormat: "or" },
  results: {
    size: 7,
    includeFields: ["title"],
    excludeFields: ["cost"],
    highlight: true,
    highlightFields: ["title"],
    highlightOptions: { number_of_fragments: 2, fragment_size: 50, pre_tags: ["<b>"], post_tags: ["</b>"] },
  },
  language: { language: "german" },
  synonyms: { enabled: false },
};
const TYPES = ["search", "suggestion", "term", "range", "geo"] as const;
const ASKED = {
  search: "boot",
  suggestion: "boot",
  term: ["a"],
  range: { start: 1 },
  geo: { location: "1,2", distance: 1, unit: "km" },
};
const CONFIG = {
  number_of_fragments: 2,
  fragment_size: 50,
  pre_tags: ["<b>"],
  post_tags: ["</b>"],
  require_field_match: false,
};
const ALL = "search suggestion term range geo";
const TEXT = "search suggestion";

/** Property, types that get it, what it becomes, what a caller may say instead, whether only beside a value. */
const PROPERTIES: [name: string, types: string, becomes: unknown, given: unknown, besideValue?: true][] = [
  ["searchLanguage", ALL, "german", "english"],
  ["includeFields", ALL, ["title"], ["*"]],
  ["excludeFields", ALL, ["cost"], []],
  ["rankFeature", TEXT, { votes: { saturation: { pivot: 5 }, boost: 2 } }, { fame: { boost: 1 } }],
  ["distinctField", TEXT, "brand", "id"],
  ["highlight", TEXT, true, false],
  ["highlightField", TEXT, ["title"], ["name"]],
  ["highlightConfig", TEXT, CONFIG, { pre_tags: ["<i>"] }],
  ["size", TEXT, 7, 3],
  ["searchOperators", TEXT, false, false, true],
  ["queryString", TEXT, true, false, true],
  ["fuzziness", TEXT, 1, 0, true],
  ["queryFormat", TEXT, "and", "or", true],
  ["enableSynonyms", TEXT, false, true, true],
  ["dataField", TEXT, ["title", "title.search"], ["name"], true],
  ["fieldWeights", TEXT, [2, 0.1], undefined, true],
  ["aggregationSize", "term", 25, 5],
  ["sortBy", "term", "asc", "desc"],
  ["queryFormat", "term", "or", "and"],
  ["includeNullValues", "range", true, false],
];
const CASES = PROPERTIES.flatMap(([name, types, becomes, given, besideValue]) =>
  TYPES.filter((type) => name !== "queryFormat" || types.includes(type)).map((type) => ({
    name,
    type,
    isFilled: types.split(" ").includes(type),
    becomes,
    given,
    besideValue,
  })),
);

function fill(
  query: Record<string, unknown>,
  record: JsonObject = RECORD,
  limits: FillLimits = {},
): Record<string, unknown> {
  return filled({ query, settings: readable(record), limits });
}

describe.each(CASES)("$name of a $type query", ({ name, type, isFilled, becomes, given, besideValue }) => {
  const value = ASKED[type];

  test("is filled where it was left out", () => {
    expect(fill({ type, value })[name]).toEqual(isFilled ? becomes : undefined);
    expect(fill({ type, value, [name]: null })[name] ?? undefined).toEqual(isFilled ? becomes : undefined);
  });

  test("is left as the caller gave it", () => {
    if (given === undefined) return;
    expect(fill({ type, value, [name]: given })[name]).toEqual(given);
  });

  test("without a value", () => {
    expect(fill({ type })[name]).toEqual(isFilled && !besideValue ? becomes : undefined);
  });
});

describe("filling", () => {
  test("leaves alone what the settings do not say, and what in them cannot be read", () => {
    expect(fill({ value: "boot", dataField: "name" }, {})).toEqual(
      fill({ value: "boot", dataField: "name" }, { search: 1, results: [], language: { language: 5 } }),
    );
    expect(fill({ value: "boot" }, { search: { dataField: [], fieldWeights: [] } }).dataField).toBeUndefined();
    expect(
      fill(
        { value: "boot" },
        { search: { dataField: ["title"], fieldWeights: { a: 1 }, fuzziness: "far", queryFormat: "and" } },
      ),
    ).toMatchObject({
      dataField: ["title"],
      fieldWeights: [],
      queryFormat: "and",
    });
    expect(fill({}, { results: { size: 5000, highlight: true } })).toMatchObject({ highlight: true });
    expect(fill({}, { results: { size: 5000 } }).size).toBeUndefined();
  });

  test("weights of a caller go with fields of his alone", () => {
    expect(fill({ value: "boot", fieldWeights: [9] }).fieldWeights).toEqual([2, 0.1]);
    expect(fill({ value: "boot", dataField: ["name"], fieldWeights: [9] })).toMatchObject({
      dataField: ["name"],
      fieldWeights: [9],
    });
  });

  test("the two ways of reading a text are one choice", () => {
    expect(fill({ value: "boot", searchOperators: true })).toMatchObject({ searchOperators: true });
    expect(fill({ value: "boot", searchOperators: true }).queryString).toBeUndefined();
  });

  test("options of highlights only where something is highlighted", () => {
    expect(fill({ highlight: false }).highlightConfig).toBeUndefined();
    expect(
      fill({}, { results: { highlight: false, highlightOptions: { fragment_size: 3 } } }).highlightConfig,
    ).toBeUndefined();
    expect(
      fill({ highlight: true }, { results: { highlight: false, highlightOptions: { fragment_size: 3 } } })
        .highlightConfig,
    ).toEqual({ fragment_size: 3 });
    expect(fill({ customHighlight: { pre_tags: ["<i>"] } }).highlightConfig).toBeUndefined();
  });

  test("a number of buckets that older clients give as size, and none of nothing", () => {
    expect(fill({ type: "term", size: 100 }).aggregationSize).toBeUndefined();
    expect(fill({ type: "term" }, { aggregations: { size: 0 } }).aggregationSize).toBeUndefined();
    expect(fill({ type: "term" }, { aggregations: { sortBy: "count" } }).sortBy).toBe("count");
  });

  test("goes no further than the caller may", () => {
    expect(fill({}, RECORD, { maxSize: 5 }).size).toBe(5);
    expect(fill({ size: 6 }, RECORD, { maxSize: 5 }).size).toBe(6);
    expect(fill({ type: "term" }, RECORD, { maxAggregationSize: 4 }).aggregationSize).toBe(4);
  });

  test("not of a query that goes to another address", () => {
    expect(fill({ value: "boot", endpoint: { url: "/x" } }).size).toBeUndefined();
  });
});
