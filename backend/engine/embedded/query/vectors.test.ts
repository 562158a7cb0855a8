import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { fill } from "../../../../tests/engines/stand";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

const vector = (space: string) => ({ type: "knn_vector", dimension: 3, space_type: space });
const dense = (similarity: string) => ({ type: "dense_vector", dims: 3, similarity });
const mappings = {
  properties: {
    v: vector("cosinesimil"),
    l: vector("l2"),
    ip: vector("innerproduct"),
    c: dense("cosine"),
    max: dense("max_inner_product"),
    t: { type: "text" },
    n: { type: "integer" },
    lines: { type: "nested", properties: { v: vector("l2") } },
  },
};
const all = (numbers: number[]) => ({ v: numbers, l: numbers, ip: numbers, c: numbers, max: numbers });
const DOCUMENTS = [
  { id: "1", source: { ...all([1, 2, 3]), t: "fox", n: 1 } },
  { id: "2", source: { ...all([-1, 0.5, 2]), t: "fox bar", n: 2 } },
  { id: "3", source: { ...all([0.1, -2, -3]), t: "dog", n: 3 } },
  { id: "4", source: { t: "dog", n: 4 } },
];
const AnswerSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number().nullable() })) }),
});
const ErrorSchema = z.object({
  error: z.object({
    reason: z.string(),
    failed_shards: z.array(z.object({ reason: z.object({ reason: z.string() }) })).optional(),
  }),
});
const folder = mkdtempSync(join(tmpdir(), "searchdeck-vectors-"));
let opened: EmbeddedEngine;

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  await fill(opened.handle, { index: "near", mappings, documents: DOCUMENTS });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object | string) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await opened.handle({ method, path, ...(text !== undefined && { body: text }) });
  return { status: answer.status, body: answer.body };
}

type Found = [string, number | null][];

async function found(index: string, body: object): Promise<Found> {
  return AnswerSchema.parse(JSON.parse((await call("POST", `/${index}/_search`, body)).body)).hits.hits.map(
    ({ _id, _score }) => [_id, _score],
  );
}

async function refusal(body: object): Promise<string> {
  const answer = await call("POST", "/near/_search", body);
  expect(answer.status).toBe(400);
  const { error } = ErrorSchema.parse(JSON.parse(answer.body));
  return error.failed_shards?.[0]?.reason.reason ?? error.reason;
}

const knn = (field: string, settings: object) => ({ query: { knn: { [field]: { vector: [1, 1, 1], ...settings } } } });
const scored = (field: string, space: string, more: object = {}) => ({
  query: { script_score: { query: { match: { t: "fox" } }, script: { source: "knn_score", lang: "knn", params: { field, query_value: [1, 1, 1], space_type: space } }, ...more } },
}); // prettier-ignore
const cosine = (query: object, field = "v") => ({
  query: { script_score: { query, script: { source: "cosineSimilarity(params.queryVector, params.dataField) + 1.0", params: { queryVector: [1, 1, 1], dataField: field } } } },
}); // prettier-ignore

// Scores of OpenSearch 2.19.1 with its k-NN plugin, digit for digit.
test.each<[string, object, Found]>([
  ["cosine", knn("v", { k: 10 }), [["1", 0.96291006], ["2", 0.68898225], ["3", 0.10783681]]],
  ["l2", knn("l", { k: 10 }), [["1", 0.16666667], ["2", 0.16], ["3", 0.037299518]]],
  ["inner product", knn("ip", { k: 10 }), [["1", 7], ["2", 2.5], ["3", 0.16949153]]],
  ["the nearest alone", knn("v", { k: 1 }), [["1", 0.96291006]]],
  ["among those that pass a filter", knn("v", { k: 1, filter: { term: { n: 2 } } }), [["2", 0.68898225]]],
  ["boosted", knn("v", { k: 2, boost: 3 }), [["1", 2.88873], ["2", 2.0669467]]],
  ["by a lowest score", knn("v", { min_score: 0.6 }), [["1", 0.96291006], ["2", 0.68898225]]],
  ["within a distance", knn("l", { max_distance: 6 }), [["1", 0.16666667], ["2", 0.16]]],
  ["within a distance of angles", knn("v", { max_distance: 0.2 }), [["1", 0.96291006]]],
  ["a number as text", knn("v", { vector: ["1", 1, 1], k: "1" }), [["1", 0.96291006]]],
  ["beside words", { query: { bool: { should: [{ match: { t: "fox" } }, { knn: { v: { vector: [1, 1, 1], k: 2 } } }] } } }, [["1", 1.7178228], ["2", 1.2455237]]],
  ["as a filter", { query: { bool: { filter: [{ knn: { v: { vector: [1, 1, 1], k: 2 } } }] } } }, [["1", 0], ["2", 0]]],
  ["unmapped and ignored", knn("nope", { k: 2, ignore_unmapped: true }), []],
  ["by script: cosine", scored("v", "cosinesimil"), [["1", 0.96291006], ["2", 0.68898225]]],
  ["by script: l2", scored("l", "l2"), [["1", 0.16666667], ["2", 0.16]]],
  ["by script: l1, boosted", scored("v", "l1", { boost: 2 }), [["1", 0.5], ["2", 0.44444445]]],
  ["by script: largest difference", scored("v", "linf"), [["1", 0.33333334], ["2", 0.33333334]]],
  ["by script: a lowest score", scored("v", "cosinesimil", { min_score: 0.7 }), [["1", 0.96291006]]],
])("OpenSearch: %s", async (_name, body, expected) => expect(await found("near", body)).toEqual(expected)); // prettier-ignore

const own = (field: string, settings: object = {}) => ({
  field,
  query_vector: [1, 1, 1],
  k: 2,
  num_candidates: 10,
  ...settings,
});

// By the formulas of Elasticsearch's reference: (1 + cosine) / 2, and 1 + product or 1 / (1 - product).
test.each<[string, object, Found]>([
  ["top level", { knn: own("c") }, [["1", 0.96291006], ["2", 0.68898225]]],
  ["inner product", { knn: own("max", { k: 3 }) }, [["1", 7], ["2", 2.5], ["3", 0.16949153]]],
  ["beside a query, added up", { knn: own("c", { k: 1 }), query: { constant_score: { filter: { term: { n: 1 } }, boost: 2 } } }, [["1", 2.9629102]]],
  ["two looks, added up", { knn: [own("c", { k: 1 }), own("max", { k: 1, boost: 2 })] }, [["1", 14.96291]]],
  ["with a filter", { knn: own("c", { filter: [{ range: { n: { gte: 2 } } }] }) }, [["2", 0.68898225], ["3", 0.10783681]]],
  ["no nearer than a cosine", { knn: own("c", { similarity: 0.5 }) }, [["1", 0.96291006]]],
  ["as a query", { query: { knn: own("c", { k: 1 }) } }, [["1", 0.96291006]]],
  ["its script", cosine({ match: { t: "fox" } }), [["1", 1.9258201], ["2", 1.3779645]]],
])("Elasticsearch: %s", async (_name, body, expected) => expect(await found("near", body)).toEqual(expected)); // prettier-ignore

test("documents without a vector score nothing by OpenSearch's script and fail Elasticsearch's", async () => {
  const query = { match_all: {} };
  const script = {
    source: "knn_score",
    lang: "knn",
    params: { field: "v", query_value: [1, 1, 1], space_type: "cosinesimil" },
  };
  expect((await found("near", { query: { script_score: { query, script } } })).at(-1)).toEqual(["4", 0]);
  expect(await refusal(cosine(query))).toBe("runtime error");
});

test.each<[object, string]>([
  [knn("v", {}), "[knn] requires exactly one of k, distance or score to be set"],
  [knn("v", { k: 0 }), "[knn] requires k to be in the range (0, 10000]"],
  [knn("v", { k: 10_001 }), "[knn] requires k to be in the range (0, 10000]"],
  [knn("v", { k: 2, vector: [1, 1] }), "failed to create query: Query vector has invalid dimension: 2. Dimension should be: 3"],
  [knn("v", { k: 2, vector: [0, 0, 0] }), "failed to create query: zero vector is not supported when space type is [cosinesimil]"],
  [knn("v", { k: 2, vector: [1e39, 1, 1] }), "failed to create query: non-finite value at vector[0]=Infinity"],
  [knn("t", { k: 2 }), "failed to create query: Field 't' is not knn_vector type."],
  [knn("lines.v", { k: 2 }), "failed to create query: [knn] does not search the vectors of nested objects here: [lines.v]"],
  [{ knn: own("c", { k: 20 }) }, "[num_candidates] cannot be less than [k]"],
  [{ knn: own("c", { query_vector: [1] }) }, "failed to create query: the query vector has a different dimension [1] than the index vectors [3]"],
  [{ knn: { k: 3 } }, "Required [field, query_vector]"],
  [{ query: { term: { v: 1 } } }, "KNN vector do not support exact searching, use KNN queries instead: [v]"],
  [{ query: { range: { v: { gt: 1 } } } }, "failed to create query: Field [v] of type [knn_vector] does not support range queries"],
  [scored("v", "nope"), "failed to create query: Invalid space type. Please refer to the available space types."],
  [scored("t", "l2"), "failed to create query: Incompatible field_type for l2 space. The field type must be knn_vector."],
  [{ query: { script_score: { query: { match_all: {} }, script: { source: "1" } } } }, "unknown query [script_score]: no scripts run here; those that rank by a vector are known by their text"],
])("refuses %j", async (body, reason) => expect(await refusal(body)).toBe(reason)); // prettier-ignore

test.each<[object, string]>([
  [{ v: [1, 2] }, "Vector dimension mismatch. Expected: 3, Given: 2"],
  [{ v: "x" }, "Vector dimension mismatch. Expected: 3, Given: 0"],
  [{ v: [0, 0, 0] }, "zero vector is not supported when space type is [cosinesimil]"],
  [{ v: [1e39, 1, 1] }, "KNN vector values cannot be infinity"],
  [{ v: [[1, 2, 3]] }, "not numeric"],
  [{ c: [1, 2] }, "has a different number of dimensions [2] than defined in the mapping [3]"],
  [{ c: [0, 0, 0] }, "The [cosine] similarity does not support vectors with zero magnitude"],
  [{ c: 5 }, "expecting token of type [START_ARRAY] but found [VALUE_NUMBER]"],
])("a document with %j is refused", async (source, reason) => {
  const answer = await call("PUT", "/near/_doc/new", source);
  expect(answer.status).toBe(400);
  expect(answer.body).toContain(reason);
});

test.each<[object, string]>([
  [{ type: "knn_vector" }, "Dimension value missing for vector: x"],
  [{ type: "knn_vector", dimension: 0 }, "Dimension value must be greater than 0 for vector: x"],
  [{ type: "knn_vector", dimension: 5000 }, "Dimension value cannot be greater than 4096 for vector: x"],
  [{ type: "knn_vector", dimension: 3, space_type: "nope" }, "Unable to find space: nope"],
  [{ type: "knn_vector", dimension: 3, method: { name: "nope" } }, "Invalid method name: nope"],
  [{ type: "dense_vector" }, "Missing required parameter [dims] for field [x]"],
  [{ type: "dense_vector", dims: 4097 }, "The number of dimensions should be in the range [1, 4096] but was [4097]"],
  [{ type: "dense_vector", dims: 3, similarity: "near" }, "Unknown value [near] for field [similarity]"],
  [{ type: "dense_vector", dims: 3, element_type: "byte" }, "Unknown value [byte] for field [element_type]"],
])("a mapping of %j is refused", async (definition, reason) => {
  const answer = await call("PUT", "/other", { mappings: { properties: { x: definition } } });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain(reason);
});

test("sorts, aggregations and what fields can do", async () => {
  expect((await call("POST", "/near/_search", { sort: ["v"] })).status).toBe(500);
  expect(await refusal({ sort: ["c"] })).toBe(
    "Field [c] of type [dense_vector] doesn't support docvalue_fields or aggregations",
  );
  expect(await found("near", { query: { exists: { field: "v" } }, sort: ["n"] })).toHaveLength(3);
  expect((await call("POST", "/near/_search", { fields: ["v"], query: { term: { n: 1 } } })).body).toContain(
    '"fields":{"v":[1,2,3]}',
  );
  const caps = JSON.parse((await call("GET", "/near/_field_caps", { fields: ["v", "c"] })).body).fields;
  expect([caps.v.knn_vector, caps.c.dense_vector]).toEqual([
    { type: "knn_vector", searchable: false, aggregatable: true },
    { type: "dense_vector", searchable: true, aggregatable: false },
  ]);
});

test("an alias with a filter looks for neighbours among what it lets through", async () => {
  await call("POST", "/_aliases", {
    actions: [{ add: { index: "near", alias: "dogs", filter: { match: { t: "dog" } } } }],
  });
  expect(await found("dogs", knn("v", { k: 1 }))).toEqual([["3", 0.10783681]]);
});

describe("hostile looks for neighbours", () => {
  const odd = [null, true, -1, 1e308, "x", "", [], {}, [[]], [null], [{}], { vector: {} }, { vector: [1, 1, 1], k: {} }, { vector: [1, 1, 1], k: [] }, { vector: [1, 1, "NaN"], k: 1 }, { vector: [1, 1, 1], k: 1, filter: 5 }, { vector: [1, 1, 1], max_distance: "near" }, { vector: [1, 1, 1], min_score: -1 }, { vector: new Array(5000).fill(1), k: 1 }, { query_vector: [1] }]; // prettier-ignore
  test.each(odd.flatMap((value) => [{ query: { knn: { v: value } } }, { query: { knn: value } }, ...(Array.isArray(value) && value.length === 0 ? [] : [{ knn: value }]), { knn: { field: "c", query_vector: value } }, { query: { script_score: value } }, { query: { script_score: { query: { match_all: {} }, script: value } } }]))("%j", async (body) => {
    expect((await call("POST", "/near/_search", body)).status).toBe(400);
  }); // prettier-ignore
});

// Of 32 numbers a vector so many that segments lie in parts, where rows are compared by the quick loops.
describe.each([
  [7, 300],
  [32, 1800],
])("against each vector compared by itself, of %i numbers", (DIMS, COUNT) => {
  const INDEX = `many-${DIMS}`;
  let state = 7;
  const below = (limit: number) => ((state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >>> 8) % limit;
  const numbers = () => Array.from({ length: DIMS }, () => (below(2001) - 1000) / 500);
  const truth = new Map<string, { v?: number[]; n: number }>();
  const floats = (list: number[]) => list.map(Math.fround);
  const SPACES: Record<string, (a: number[], b: number[]) => number> = {
    l2: (a, b) => 1 / (1 + a.reduce((sum, one, at) => sum + (one - (b[at] ?? 0)) ** 2, 0)),
    innerproduct(a, b) {
      const product = a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);
      return product < 0 ? 1 / (1 - product) : 1 + product;
    },
    cosinesimil: (a, b) =>
      (1 + a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0) / Math.hypot(...a) / Math.hypot(...b)) / 2,
  };

  async function write(ids: readonly string[]) {
    const lines = ids.map((id) => {
      const source = { ...(below(5) > 0 && { v: numbers() }), n: below(10) };
      truth.set(id, source);
      return `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify({ ...source, ...(source.v && { w: source.v, x: source.v }) })}\n`;
    });
    expect((await call("POST", `/${INDEX}/_bulk`, lines.join(""))).body).toContain('"errors":false');
  }

  async function compare() {
    for (let round = 0; round < 12; round++) {
      const query = numbers();
      const [field, space] = [["v", "l2"], ["w", "innerproduct"], ["x", "cosinesimil"]][round % 3] ?? []; // prettier-ignore
      const k = [1, 5, 40, 1000][round % 4] ?? 1;
      const most = round % 2 === 0 ? 10 : below(10);
      const expected = [...truth.values()]
        .flatMap(({ v, n }) => (v && n < most ? [SPACES[space ?? ""]?.(floats(v), floats(query)) ?? 0] : []))
        .sort((a, b) => b - a)
        .slice(0, k);
      const settings = { vector: query, k, ...(most < 10 && { filter: { range: { n: { lt: most } } } }) };
      const hits = await found(INDEX, { query: { knn: { [field ?? ""]: settings } }, size: 1000 });
      expect(hits).toHaveLength(expected.length);
      hits.forEach(([id, score], at) => {
        expect(score).toBeCloseTo(expected[at] ?? 0, 4);
        expect(truth.get(id)?.n).toBeLessThan(most);
      });
    }
  }

  test("over segments, deletions, updates, merges and a restart", async () => {
    const properties = { v: { type: "knn_vector", dimension: DIMS, space_type: "l2" }, w: { type: "knn_vector", dimension: DIMS, space_type: "innerproduct" }, x: { type: "dense_vector", dims: DIMS }, n: { type: "integer" } }; // prettier-ignore
    await call("PUT", `/${INDEX}`, { mappings: { properties } });
    const ids = Array.from({ length: COUNT }, (_, at) => String(at));
    for (let from = 0; from < COUNT; from += COUNT / 6) await write(ids.slice(from, from + COUNT / 6));
    await compare();
    for (let at = 0; at < 300; at += 7) {
      await call("DELETE", `/${INDEX}/_doc/${at}`);
      truth.delete(String(at));
    }
    await write(ids.filter((_, at) => at % 11 === 1));
    await compare();
    // So many small segments that they merge.
    for (let at = 0; at < 12; at++) await write([`new${at}`]);
    await call("POST", `/${INDEX}/_forcemerge`);
    await compare();
    await opened.close();
    opened = await openEmbeddedEngine({ folder });
    await compare();
    await opened.rebuild();
    await compare();
  });
});
