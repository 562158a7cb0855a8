import type { Case } from "../types";
import { call, onIndex, story } from "./build";

const ranked = (name: string, settings: object, rest: object = {}): Case =>
  onIndex({
    name: `rank_feature: ${name}`,
    index: "q-ranked",
    body: { query: { rank_feature: settings }, size: 20, _source: false, ...rest },
  });
const near = (name: string, settings: object, rest: object = {}): Case =>
  onIndex({
    name: `distance_feature: ${name}`,
    index: "q-kinds",
    body: { query: { distance_feature: settings }, size: 20, _source: false, ...rest },
  });
const asked = (name: string, body: object): Case =>
  onIndex({ name: `rank_feature: ${name}`, index: "q-ranked", body: { _source: false, ...body } });

const FUNCTIONS = [
  {},
  { saturation: {} },
  { saturation: { pivot: 8 } },
  { log: { scaling_factor: 4 } },
  { sigmoid: { pivot: 7, exponent: 0.6 } },
  { linear: {} },
  { linear: {}, boost: 3 },
];
const FIELDS = ["rank", "length", "topics.sport", "topics.rare", "topics.none", "costs.high", "nowhere"];
const REFUSED: readonly (readonly [name: string, settings: object])[] = [
  ["no field", {}],
  ["unknown key", { field: "rank", foo: 1 }],
  ["scaling factor too small", { field: "rank", log: { scaling_factor: 0.5 } }],
  ["log of what is worse when higher", { field: "length", log: { scaling_factor: 4 } }],
  ["pivot below zero", { field: "rank", saturation: { pivot: -1 } }],
  ["pivot zero", { field: "rank", saturation: { pivot: 0 } }],
  ["unknown key of a function", { field: "rank", saturation: { foo: 1 } }],
  ["function no object", { field: "rank", saturation: 5 }],
  ["exponent below zero", { field: "rank", sigmoid: { pivot: 1, exponent: -1 } }],
  ["two functions", { field: "rank", log: { scaling_factor: 4 }, saturation: {} }],
  ["a number", { field: "n" }],
  ["all features", { field: "topics" }],
];
const DOCUMENTS: readonly (readonly [name: string, source: object])[] = [
  ["below zero", { topics: { a: -1 } }],
  ["zero", { topics: { a: 0 } }],
  ["no number", { topics: { a: "x" } }],
  ["a number as text", { topics: { a: "5" } }],
  ["a list", { topics: { a: [1, 2] } }],
  ["an object", { topics: { a: { b: 1 } } }],
  ["true", { topics: { a: true } }],
  ["null", { topics: { a: null } }],
  ["too large", { topics: { a: 1e39 } }],
  ["objects in a list", { topics: [{ a: 1 }, { b: 2 }] }],
  ["twice", { topics: [{ a: 1 }, { a: 2 }] }],
  ["no object", { topics: "x" }],
  ["nothing", { topics: null }],
  ["a dot in the name", { topics: { "a.b": 5 } }],
  ["a path", { "topics.a": 5 }],
];
const NEAR_REFUSED: readonly (readonly [name: string, settings: object])[] = [
  ["nothing", {}],
  ["no pivot", { field: "date", origin: "now" }],
  ["no origin", { field: "date", pivot: "1d" }],
  ["unknown key", { field: "date", origin: "now", pivot: "1d", foo: 1 }],
  ["pivot a number", { field: "date", origin: "now", pivot: 5 }],
  ["pivot without a unit", { field: "date", origin: "now", pivot: "10" }],
  ["pivot a distance", { field: "date", origin: "now", pivot: "100km" }],
  ["pivot zero", { field: "date", origin: "now", pivot: "0d" }],
  ["pivot below zero", { field: "date", origin: "now", pivot: "-1d" }],
  ["origin true", { field: "date", origin: true, pivot: "1d" }],
  ["distance zero", { field: "place", origin: [13.4, 52.5], pivot: "0km" }],
  ["beyond the pole", { field: "place", origin: [200, 100], pivot: "1km" }],
  ["a number", { field: "long", origin: "now", pivot: "1d" }],
  ["a text", { field: "title", origin: "now", pivot: "1d" }],
];

/** Scores by features of a document, and by how near it is. */
export const featureCases: readonly Case[] = [
  ...FIELDS.flatMap((field) =>
    FUNCTIONS.filter((one) => field !== "length" || !("log" in one)).map((one) =>
      ranked(`${field} by ${JSON.stringify(one)}`, { field, ...one }),
    ),
  ),
  ranked("explained", { field: "rank" }, { explain: true, size: 3 }),
  ranked(
    "one of many, explained",
    { field: "topics.sport", sigmoid: { pivot: 3, exponent: 2 } },
    { explain: true, size: 3 },
  ),
  asked("beside words", {
    query: { bool: { must: { match: { t: "fox" } }, should: { rank_feature: { field: "rank", boost: 2 } } } },
    size: 20,
  }),
  asked("as a filter", { query: { bool: { filter: { rank_feature: { field: "topics.sport" } } } }, size: 20 }),
  ...REFUSED.map(([name, settings]) => ranked(`refused: ${name}`, settings)),
  asked("exists of one", { query: { exists: { field: "rank" } }, size: 20 }),
  asked("exists of many", { query: { exists: { field: "topics" } } }),
  asked("term of many", { query: { term: { topics: "sport" } } }),
  asked("range of many", { query: { range: { topics: { gt: 1 } } } }),
  asked("sort by many", { sort: ["topics"] }),
  asked("sort by one", { sort: ["rank"] }),
  asked("terms of many", { aggs: { a: { terms: { field: "topics" } } } }),
  asked("fields", { fields: ["rank", "topics"], sort: ["n"], size: 20 }),
  ...DOCUMENTS.map(([name, source]) =>
    story(
      `rank_features: ${name}`,
      call("PUT /s-a", { mappings: { properties: { topics: { type: "rank_features" } } } }),
      call("PUT /s-a/_doc/1?refresh=true", source),
      call("POST /s-a/_search", { query: { rank_feature: { field: "topics.a", linear: {} } } }),
    ),
  ),
  story(
    "rank_features: mapping",
    call("PUT /s-a", { mappings: { properties: { a: { type: "rank_features", foo: 1 } } } }),
    call("PUT /s-a", { mappings: { properties: { a: { type: "rank_features", positive_score_impact: "x" } } } }),
    call("PUT /s-a", {
      mappings: { properties: { a: { type: "rank_features", positive_score_impact: false, meta: { a: "b" } } } },
    }),
    call("PUT /s-a/_mapping", { properties: { a: { type: "rank_feature" } } }),
    call("PUT /s-a/_mapping", { properties: { a: { type: "rank_features", positive_score_impact: true } } }),
    call("GET /s-a/_mapping"),
  ),
  near("a day", { field: "date", origin: "2023-06-02", pivot: "7d" }),
  near("a month, rounded", { field: "date", origin: "2023-06-02||/M", pivot: "36h", boost: 3 }),
  near("milliseconds", { field: "date", origin: 1704153600000, pivot: "7d" }),
  near("by the field's format", { field: "day", origin: "2024-03-12", pivot: "1d" }),
  near("a point", { field: "place", origin: [1.5, 49.2], pivot: "100km" }),
  near("a point by names", { field: "place", origin: { lat: 49.2, lon: 1.5 }, pivot: "10mi", boost: 2 }),
  near("a point as text", { field: "place", origin: "49.2,1.5", pivot: "100" }),
  near("a geohash", { field: "place", origin: "u09", pivot: "50km" }),
  near("the other side of the world", { field: "place", origin: "-49.2,-178.5", pivot: "5000km" }),
  near("unmapped", { field: "nowhere", origin: "now", pivot: "xx" }),
  ...NEAR_REFUSED.map(([name, settings]) => near(`refused: ${name}`, settings)),
  onIndex({
    name: "distance_feature: beside words",
    index: "q-kinds",
    body: {
      query: {
        bool: {
          must: { match: { title: "fox" } },
          should: { distance_feature: { field: "date", origin: "2023-06-02", pivot: "30d", boost: 2 } },
        },
      },
      size: 20,
    },
  }),
];
