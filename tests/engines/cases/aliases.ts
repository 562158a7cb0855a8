import type { Case } from "../types";
import { call, story } from "./build";

const properties = {
  k: { type: "keyword" },
  t: { type: "text" },
  n: { type: "long" },
  d: { type: "date" },
  p: { type: "geo_point" },
  ...Object.fromEntries(["k", "t", "n", "d", "p"].map((name) => [`${name}a`, { type: "alias", path: name }])),
};
const begin = [
  call("PUT /s-a", { settings: { number_of_shards: 1, number_of_replicas: 0 }, mappings: { properties } }),
  call("PUT /s-a/_doc/1", { k: "ab c", t: "quick brown fox", n: 5, d: "2024-01-02", p: "48,11" }),
  call("PUT /s-a/_doc/2?refresh=true", { k: "zz", t: "slow fox", n: 9, d: "2025-01-02", p: "1,1" }),
];
const search = (body: object) => call("POST /s-a/_search", body);
const near = { lat: 48, lon: 11 };

/** One of each kind that names a field. */
const QUERIES: Record<string, object> = {
  term: { term: { ka: "ab c" } },
  terms: { terms: { ka: ["ab c"] } },
  prefix: { prefix: { ka: "ab" } },
  "prefix without case": { prefix: { ka: { value: "AB", case_insensitive: true } } },
  wildcard: { wildcard: { ka: "ab*" } },
  regexp: { regexp: { ka: "ab.*" } },
  fuzzy: { fuzzy: { ka: "ab d" } },
  exists: { exists: { field: "ka" } },
  range: { range: { na: { gte: 6 } } },
  "range of dates": { range: { da: { gte: "2025" } } },
  match: { match: { ta: "fox" } },
  "match fuzzy": { match: { ta: { query: "fax", fuzziness: 1 } } },
  phrase: { match_phrase: { ta: "brown fox" } },
  "phrase prefix": { match_phrase_prefix: { ta: "brown f" } },
  "bool prefix": { match_bool_prefix: { ta: "quick f" } },
  "multi match": { multi_match: { query: "fox", fields: ["ta", "ka"] } },
  "cross fields": { multi_match: { query: "fox", fields: ["ta"], type: "cross_fields" } },
  "query string": { query_string: { query: "ta:fox AND ka:zz" } },
  distance: { geo_distance: { distance: "10km", pa: near } },
  box: { geo_bounding_box: { pa: { top_left: { lat: 50, lon: 10 }, bottom_right: { lat: 40, lon: 12 } } } },
  factor: { function_score: { query: { match_all: {} }, field_value_factor: { field: "na" } } },
};

/** Fields that have a second name. */
export const aliasFieldCases: readonly Case[] = [
  story("alias field: queries", ...begin, ...Object.values(QUERIES).map((query) => search({ query }))),
  story(
    "alias field: sorts, aggregations and what is shown",
    ...begin,
    ...["ka", "na", "da"].map((field) => search({ sort: [{ [field]: "desc" }] })),
    search({ sort: [{ _geo_distance: { pa: { lat: 40, lon: 5 }, order: "desc" } }] }),
    search({
      size: 0,
      aggs: {
        k: { terms: { field: "ka" } },
        n: { stats: { field: "na" } },
        d: { date_histogram: { field: "da", calendar_interval: "year", min_doc_count: 1 } },
      },
    }),
    search({ sort: ["n"], docvalue_fields: ["ka", "na"], fields: ["ka", "ta", "da"], _source: false }),
    search({ query: { match: { ta: "fox" } }, highlight: { fields: { ta: {} } } }),
  ),
];
