import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTarget, type Target } from "../../replay/target";

const ADMIN = `Basic ${Buffer.from("foo:bar").toString("base64")}`;
const CredentialSchema = z.object({ username: z.string(), password: z.string() });
const SHOES = [
  { _id: "b1", name: "Snow boot", brand: "acme", price: 90, year: 1999, cost: 40 },
  { _id: "b2", name: "Rain boot", brand: "other", price: 60, year: 2004, cost: 20 },
  { _id: "s1", name: "Sandal", brand: "acme", price: 30, year: 2010, cost: 10 },
];

type Answer = { status: number; text: string; body: Record<string, unknown>; headers: Headers };

describe("search API as published clients use it", () => {
  let target: Target;

  async function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${target.url}${path}`, {
      method: "POST",
      headers: { Authorization: ADMIN, "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text), headers: response.headers };
  }

  async function credential(more: Record<string, unknown>): Promise<Record<string, string>> {
    const { body } = await call("/_permission", {
      indices: ["shoes"],
      categories: ["reactivesearch", "docs", "search"],
      ops: ["read"],
      ...more,
    });
    const { username, password } = CredentialSchema.parse(body);
    return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
  }

  beforeAll(async () => {
    target = await startTarget();
    const mappings = {
      properties: {
        name: { type: "text" },
        brand: { type: "keyword" },
        price: { type: "float" },
        year: { type: "integer" },
        cost: { type: "float" },
      },
    };
    for (const index of ["shoes", "secret"]) {
      await fetch(`${target.url}/${index}`, {
        method: "PUT",
        headers: { Authorization: ADMIN, "Content-Type": "application/json" },
        body: JSON.stringify({ mappings }),
      });
      const lines = SHOES.map(
        ({ _id, ...shoe }) => `${JSON.stringify({ index: { _id } })}\n${JSON.stringify(shoe)}\n`,
      ).join("");
      await call(`/${index}/_bulk?refresh=true`, lines);
    }
  }, 60_000);
  afterAll(() => target.close());

  test("a page of filters: cleared ones, labels, unknown ids and keys", async () => {
    const answer = await call("/shoes/_reactivesearch?", {
      settings: {
        recordAnalytics: false,
        emptyQuery: true,
        suggestionAnalytics: true,
        enableQueryRules: true,
        customEvents: { a: ["x"] },
      },
      query: [
        {
          id: "q",
          type: "search",
          dataField: [{ field: "name", weight: 2 }],
          execute: false,
          size: 10,
          fuzziness: "AUTO",
          candidates: 20,
          value: "boots",
        },
        {
          id: "brand",
          type: "term",
          dataField: ["brand"],
          value: [],
          size: 20,
          sortBy: "count",
          queryFormat: "or",
          execute: true,
          react: { and: ["q", "year", "brand__internal"] },
        },
        {
          id: "year",
          type: "range",
          dataField: ["year"],
          value: { start: 1990, end: 2005, label: "Old" },
          execute: false,
          react: { and: "year__internal" },
        },
        {
          id: "list",
          type: "search",
          dataField: ["price"],
          sortBy: "asc",
          size: 5,
          execute: true,
          react: { and: ["q", "brand", "year", "list__internal"] },
          nobody: 1,
        },
      ],
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["settings", "brand", "list"]);
    expect(answer.body).toMatchObject({
      brand: {
        aggregations: {
          brand: {
            buckets: [
              { key: "acme", doc_count: 1 },
              { key: "other", doc_count: 1 },
            ],
          },
        },
        status: 200,
      },
      list: { hits: { total: { value: 2 }, hits: [{ _id: "b2" }, { _id: "b1" }] } },
    });
  });

  test("of two equal ids both answers are written, the last one counts", async () => {
    const answer = await call("/shoes/_reactivesearch", {
      query: [
        { id: "q", dataField: ["name"], value: "sandal" },
        { id: "q", type: "suggestion", dataField: ["name"], value: "snow" },
      ],
    });
    expect(answer.text.match(/"q":\{/g)).toHaveLength(2);
    expect(answer.body).toMatchObject({ q: { hits: { hits: [{ value: "snow boot", _suggestion_type: "index" }] } } });
  });

  test("a facet does not narrow itself, a slider does", async () => {
    const { body } = await call("/shoes/_reactivesearch", {
      query: [
        { id: "brand", type: "term", dataField: ["brand"], value: ["acme"] },
        {
          id: "price",
          type: "range",
          dataField: ["price"],
          value: { start: 50, end: 100 },
          aggregations: ["min", "max", "histogram"],
          interval: 10,
        },
      ],
    });
    expect(body).toMatchObject({
      brand: {
        aggregations: {
          brand: {
            buckets: [
              { key: "acme", doc_count: 2 },
              { key: "other", doc_count: 1 },
            ],
          },
        },
      },
      price: { aggregations: { min: { value: 60 }, max: { value: 90 } } },
    });
  });

  test("an error of one query stands under its id", async () => {
    const { status, body } = await call("/shoes/_reactivesearch", {
      query: [
        { id: "a", dataField: ["name"], size: 1 },
        { id: "b", index: "nobody", dataField: ["name"] },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      a: { status: 200 },
      b: { status: 404, error: { type: "index_not_found_exception" } },
    });
  });

  test("endpoints: paths of this server are called and unwrapped, other addresses and loops are refused", async () => {
    const own = { query: [{ id: "e", dataField: ["name"], value: "sandal" }] };
    const { body } = await call("/shoes/_reactivesearch", {
      query: [
        { id: "e", endpoint: { url: "/shoes/_reactivesearch", method: "POST", body: own } },
        { id: "far", endpoint: { url: "http://169.254.169.254/latest", method: "GET" } },
        { id: "slashes", endpoint: { url: "//example.org/x" } },
        {
          id: "loop",
          endpoint: {
            url: "/shoes/_reactivesearch",
            body: { query: [{ id: "loop", endpoint: { url: "/shoes/_search" } }] },
          },
        },
      ],
    });
    expect(body).toMatchObject({
      e: { hits: { hits: [{ _id: "s1" }] } },
      far: { error: { type: "endpoint_not_allowed" } },
      slashes: { error: { type: "endpoint_not_allowed" } },
      loop: { error: { type: "endpoint_not_allowed" } },
    });
  });

  test("a credential reaches no other index, through no part of a request", async () => {
    const as = await credential({});
    const search = (more: Record<string, unknown>) =>
      call("/shoes/_reactivesearch", { query: [{ id: "a", dataField: ["name"], ...more }] }, as);
    const lookUp = { terms: { brand: { index: "secret", id: "b1", path: "brand" } } };
    expect((await search({})).status).toBe(200);
    expect((await search({ index: "secret" })).status).toBe(401);
    expect((await search({ defaultQuery: { query: lookUp } })).status).toBe(401);
    expect(
      (
        await call(
          "/shoes/_reactivesearch",
          {
            query: [
              { id: "x", dataField: ["name"], execute: false, customQuery: { query: lookUp } },
              { id: "a", react: { and: "x" } },
            ],
          },
          as,
        )
      ).status,
    ).toBe(401);
    expect((await call("/secret/_reactivesearch", { query: [] }, as)).status).toBe(401);
  });

  test("scripts are refused wherever they stand", async () => {
    const script = { script: { source: "1" } };
    for (const query of [
      { defaultQuery: { query: { script } } },
      { defaultQuery: { script_fields: { a: script } } },
      { queryVector: [1], vectorDataField: "v", script: "1" },
    ]) {
      const { status, body } = await call("/shoes/_reactivesearch", {
        query: [{ id: "a", dataField: ["name"], value: "boot", ...query }],
      });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("cannot execute [inline] scripts")]);
    }
  });

  test("a credential's fields hold against every way to ask for others", async () => {
    const as = await credential({ exclude_fields: ["cost"] });
    const asked = [
      { includeFields: ["cost", "name"] },
      { defaultQuery: { _source: ["cost"] } },
      { defaultQuery: { docvalue_fields: ["cost"] } },
      { aggregationField: "brand", size: 0 },
      { distinctField: "brand", distinctFieldConfig: { inner_hits: { name: "x", _source: ["cost"] } } },
    ];
    for (const more of asked) {
      const { status, text } = await call(
        "/shoes/_reactivesearch",
        { query: [{ id: "a", dataField: ["name"], ...more }] },
        as,
      );
      expect(status, text).toBe(200);
      expect(text).not.toContain('"cost"');
    }
  });

  test("limits of a credential: sizes are refused, queries in Elasticsearch's language held back", async () => {
    const as = await credential({ reactivesearchConfig: { maxSize: 2, maxAggregationSize: 1, disableQueryDSL: true } });
    const search = (more: Record<string, unknown>) =>
      call("/shoes/_reactivesearch", { query: [{ id: "a", dataField: ["name"], ...more }] }, as);
    expect((await search({ size: 3 })).body).toMatchObject({ error: { message: "maximum allowed size is 2" } });
    expect((await search({ type: "term", dataField: ["brand"], aggregationSize: 2 })).body).toMatchObject({
      error: { message: "maximum allowed aggregation size is 1" },
    });
    expect(
      (await search({ size: 2, defaultQuery: { query: { term: { brand: "other" } }, size: 50 } })).body,
    ).toMatchObject({
      a: { hits: { total: { value: 3 } } },
    });
  });

  test("limits of a credential hold for sizes in Elasticsearch's language too", async () => {
    const as = await credential({ reactivesearchConfig: { maxSize: 2, maxAggregationSize: 1 } });
    const search = (more: Record<string, unknown>) =>
      call("/shoes/_reactivesearch", { query: [{ id: "a", dataField: ["name"], ...more }] }, as);
    const aggs = (size: unknown) => ({
      aggs: { deep: { filter: { match_all: {} }, aggs: { brand: { terms: { field: "brand", size } } } } },
    });
    for (const more of [
      { size: 3, defaultQuery: { size: 1 } },
      { size: 1, defaultQuery: { size: "3" } },
    ]) {
      expect((await search(more)).body).toMatchObject({ error: { message: "maximum allowed size is 2" } });
    }
    for (const size of [2, "2"])
      expect((await search({ defaultQuery: aggs(size) })).body).toMatchObject({
        error: { message: "maximum allowed aggregation size is 1" },
      });
    expect((await search({ size: 2, defaultQuery: aggs(1) })).body).toMatchObject({
      a: { aggregations: { deep: { brand: { buckets: [{ key: "acme" }] } } } },
    });
  });

  test("the name of a re-indexed index is its alias", async () => {
    const done = await fetch(`${target.url}/_reindex/shoes`, {
      method: "POST",
      headers: { Authorization: ADMIN, "Content-Type": "application/json" },
      body: "{}",
    });
    expect(done.status).toBe(200);
    const { body } = await call("/shoes/_reactivesearch", { query: [{ id: "a", dataField: ["name"], size: 1 }] });
    expect(body).toMatchObject({ a: { hits: { hits: [{ _index: "shoes" }] } } });
  });
});
