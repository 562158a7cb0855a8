import type { Case } from "../types";
import { call, differing, onIndex, story } from "./build";

const VECTOR = [0.4, -0.2, 0.9];
const asked = (name: string, body: object): Case =>
  onIndex({ name: `knn: ${name}`, index: "q-vectors", body: { size: 40, _source: false, ...body } });
const knn = (name: string, field: string, settings: object): Case =>
  asked(name, { query: { knn: { [field]: { vector: VECTOR, ...settings } } } });
const scripted = (
  name: string,
  { field, space, vector = VECTOR, query = { exists: { field: "angle" } }, ...more }: Scripted,
): Case =>
  asked(`script, ${name}`, {
    query: {
      script_score: {
        query,
        script: { source: "knn_score", lang: "knn", params: { field, query_value: vector, space_type: space } },
        ...more,
      },
    },
  });
type Scripted = { field: string; space: string; vector?: number[]; query?: object; boost?: number; min_score?: number };

const FIELDS = ["angle", "distance", "product"];
const WORDS = { match: { t: "fox" } };
const REFUSED: readonly (readonly [name: string, field: string, settings: object])[] = [
  ["no k", "angle", {}],
  ["k and a score", "angle", { k: 1, min_score: 0.5 }],
  ["k zero", "angle", { k: 0 }],
  ["k below zero", "angle", { k: -1 }],
  ["k too large", "angle", { k: 10_001 }],
  ["k no number", "angle", { k: "x" }],
  ["too short", "angle", { k: 2, vector: [1, 1] }],
  ["no direction", "angle", { k: 2, vector: [0, 0, 0] }],
  ["a word", "angle", { k: 2, vector: "x" }],
  ["too large a number", "angle", { k: 2, vector: [1e39, 1, 1] }],
  ["unknown key", "angle", { k: 2, foo: 1 }],
  ["a list of filters", "angle", { k: 2, filter: [WORDS] }],
  ["a text", "t", { k: 2 }],
  ["no such field", "nowhere", { k: 2 }],
];
const DOCUMENTS: readonly (readonly [name: string, source: object])[] = [
  ["too short", { v: [1, 2] }],
  ["too long", { v: [1, 2, 3, 4] }],
  ["a word in it", { v: ["a", 2, 3] }],
  ["a number as text", { v: ["1", 2, 3] }],
  ["no direction", { v: [0, 0, 0] }],
  ["a word", { v: "x" }],
  ["a number", { v: 5 }],
  ["null", { v: null }],
  ["empty", { v: [] }],
  ["an object", { v: { a: 1 } }],
  ["null in it", { v: [null, 1, 2] }],
  ["true in it", { v: [true, 1, 2] }],
  ["too large", { v: [1e39, 1, 2] }],
  ["a list in it", { v: [[1, 2, 3]] }],
];
const method = (settings: object) => ({
  settings: { "index.knn": true },
  mappings: { properties: { v: { type: "knn_vector", dimension: 3, ...settings } } },
});
const LUCENE = { name: "hnsw", engine: "lucene", space_type: "cosinesimil" };

/** Nearest neighbours, beside OpenSearch's k-NN plugin with Lucene's engine, which among so few misses none. */
export const neighbourCases: readonly Case[] = [
  ...FIELDS.flatMap((field) => [
    knn(`all by ${field}`, field, { k: 100 }),
    knn(`three by ${field}`, field, { k: 3 }),
    knn(`three that pass a filter by ${field}`, field, { k: 3, filter: { range: { n: { gte: 12 } } } }),
    knn(`boosted by ${field}`, field, { k: 5, boost: 2.5 }),
    knn(`by a score, by ${field}`, field, { min_score: 0.4 }),
  ]),
  knn("within a distance", "distance", { max_distance: 1.5 }),
  knn("within an angle", "angle", { max_distance: 0.5 }),
  knn("numbers as text", "angle", { k: "3", vector: ["0.4", -0.2, "0.9"] }),
  knn("unmapped and ignored", "nowhere", { k: 2, ignore_unmapped: true }),
  asked("beside words", { query: { bool: { should: [WORDS, { knn: { angle: { vector: VECTOR, k: 8 } } }] } } }),
  asked("as a filter", { query: { bool: { filter: [{ knn: { angle: { vector: VECTOR, k: 8 } } }, WORDS] } } }),
  asked("sorted and counted", { query: { knn: { angle: { vector: VECTOR, k: 8 } } }, sort: ["n"], aggs: { n: { avg: { field: "n" } } } }),
  scripted("cosine", { field: "angle", space: "cosinesimil" }),
  scripted("distance", { field: "distance", space: "l2", query: WORDS }),
  scripted("product", { field: "product", space: "innerproduct" }),
  scripted("sum of differences, boosted", { field: "distance", space: "l1", boost: 3 }),
  scripted("largest difference", { field: "distance", space: "linf" }),
  scripted("another space than the field's", { field: "distance", space: "cosinesimil" }),
  scripted("a lowest score", { field: "angle", space: "cosinesimil", min_score: 0.6 }),
  scripted("documents without", { field: "angle", space: "cosinesimil", query: { match_all: {} } }),
  scripted("no such space", { field: "angle", space: "nope" }),
  scripted("too short", { field: "angle", space: "l2", vector: [1] }),
  scripted("no direction", { field: "angle", space: "cosinesimil", vector: [0, 0, 0] }),
  scripted("a text", { field: "t", space: "l2" }),
  ...REFUSED.map(([name, field, settings]) => knn(`refused: ${name}`, field, settings)),
  asked("nothing", { query: { knn: {} } }),
  asked("two fields", { query: { knn: { angle: { vector: VECTOR, k: 2 }, distance: { vector: VECTOR, k: 2 } } } }),
  asked("exists", { query: { exists: { field: "angle" } } }),
  asked("term", { query: { term: { angle: 1 } } }),
  asked("range", { query: { range: { angle: { gt: 1 } } } }),
  asked("match", { query: { match: { angle: 1 } } }),
  asked("terms of them", { aggs: { a: { terms: { field: "angle" } } } }),
  asked("sort by them", { sort: ["angle"] }),
  asked("fields", { fields: ["angle"], sort: ["n"] }),
  onIndex({ name: "knn: what the fields can do", index: "q-vectors", method: "GET", path: "_field_caps", query: { fields: "angle,distance" } }),
  ...DOCUMENTS.map(([name, source]) => story(`knn: a document, ${name}`, call("PUT /s-a", method({ method: LUCENE })), call("PUT /s-a/_doc/1", source))),
  story(
    "knn: mapping",
    ...[{ dimension: 0 }, { dimension: -3 }, { dimension: "a" }, { foo: 1 }, { method: { ...LUCENE, name: "nope" } }, { method: { ...LUCENE, engine: "nope" } }, { method: { engine: "lucene" } }].map((one) => call("PUT /s-a", method(one))),
    call("PUT /s-a", { mappings: { properties: { v: { type: "knn_vector" } } } }),
    call("PUT /s-a", method({ method: { name: "hnsw", engine: "lucene" }, space_type: "l2" })),
    call("GET /s-a/_mapping"),
  ),
  differing(
    story(
      "knn: an index that was not made for it",
      call("PUT /s-a", { mappings: { properties: { v: { type: "knn_vector", dimension: 3 } } } }),
      call("PUT /s-a/_doc/1?refresh=true", { v: [1, 2, 3] }),
      call("POST /s-a/_search", { query: { knn: { v: { vector: VECTOR, k: 1 } } } }),
    ),
    "every index can be searched for neighbours: there is nothing to be built for it",
  ),
]; // prettier-ignore
