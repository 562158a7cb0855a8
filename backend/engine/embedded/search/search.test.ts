import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fill } from "../../../../tests/engines/stand";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

const books = [
  { id: "1", source: { title: "the quick brown fox", tag: "red", price: 10, day: "2024-03-31", big: 1 } },
  { id: "2", source: { title: "quick quick dog", tag: "blue", price: 20, day: "2024-04-01", big: 2 } },
  { id: "3", source: { title: "lazy brown dog sleeps", tag: ["red", "green"], price: 30, day: "2024-05-02", big: 3 } },
  { id: "4", source: { title: "a river" } },
];
const fixture = {
  index: "books",
  mappings: {
    properties: {
      title: { type: "text" },
      tag: { type: "keyword" },
      price: { type: "integer" },
      day: { type: "date" },
      big: { type: "long" },
    },
  },
  documents: books,
};
const folder = mkdtempSync(join(tmpdir(), "searchdeck-search-"));
let opened: EmbeddedEngine;

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  await fill(opened.handle, fixture);
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function search(body: object, query: Record<string, string> = {}) {
  const answer = await opened.handle({ method: "POST", path: "/books/_search", query, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(answer.body) };
}
const ids = async (body: object) => (await search(body)).body.hits.hits.map((hit: { _id: string }) => hit._id);

describe("searching", () => {
  it("scores as OpenSearch 2.19 does", async () => {
    const { body } = await search({ query: { match: { title: "quick dog" } } });
    // Recorded from OpenSearch 2.19.1 with one shard, digit for digit.
    expect(body.hits.hits.map((hit: { _id: string; _score: number }) => [hit._id, hit._score])).toEqual([
      ["2", 1.6898209],
      ["1", 0.6333549],
      ["3", 0.6333549],
    ]);
  });

  it("matches phrases only in order, and within slop moves", async () => {
    expect(await ids({ query: { match_phrase: { title: "brown fox" } } })).toEqual(["1"]);
    expect(await ids({ query: { match_phrase: { title: "fox brown" } } })).toEqual([]);
    expect(await ids({ query: { match_phrase: { title: { query: "fox brown", slop: 2 } } } })).toEqual(["1"]);
  });

  it("pages by search_after without gaps or repeats", async () => {
    const sort = [{ price: "desc" }];
    expect(await ids({ sort, size: 2 })).toEqual(["3", "2"]);
    expect(await ids({ sort, size: 2, search_after: [20] })).toEqual(["1", "4"]);
  });

  it("reads a scroll to its end", async () => {
    const first = await search({ size: 3, sort: ["_doc"] }, { scroll: "1m" });
    const next = await opened.handle({
      method: "POST",
      path: "/_search/scroll",
      body: JSON.stringify({ scroll_id: first.body._scroll_id, scroll: "1m" }),
    });
    expect(JSON.parse(next.body).hits.hits.map((hit: { _id: string }) => hit._id)).toEqual(["4"]);
    const cleared = await opened.handle({
      method: "DELETE",
      path: "/_search/scroll",
      body: JSON.stringify({ scroll_id: first.body._scroll_id }),
    });
    expect(JSON.parse(cleared.body)).toEqual({ succeeded: true, num_freed: 1 });
    const gone = await opened.handle({
      method: "POST",
      path: "/_search/scroll",
      body: JSON.stringify({ scroll_id: first.body._scroll_id }),
    });
    expect(gone.status).toBe(404);
  });

  it("refuses what it does not know, with its place", async () => {
    const answer = await search({ query: { mach: { title: "x" } } });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      type: "parsing_exception",
      reason: "unknown query [mach] did you mean [match]?",
      line: 1,
      col: 18,
    });
  });

  it("refuses sorting on text as Elasticsearch does", async () => {
    const answer = await search({ sort: ["title"] });
    expect(answer.body.error).toMatchObject({ type: "search_phase_execution_exception", phase: "query" });
    expect(answer.body.error.root_cause[0].reason).toContain("Text fields are not optimised");
  });

  it("marks the words found", async () => {
    const { body } = await search({ query: { match: { title: "fox" } }, highlight: { fields: { title: {} } } });
    expect(body.hits.hits[0].highlight).toEqual({ title: ["the quick brown <em>fox</em>"] });
  });

  it("counts in buckets within buckets", async () => {
    const { body } = await search({
      size: 0,
      aggs: { tags: { terms: { field: "tag" }, aggs: { avg: { avg: { field: "price" } } } } },
    });
    expect(body.aggregations.tags.buckets).toEqual([
      { key: "red", doc_count: 2, avg: { value: 20 } },
      { key: "blue", doc_count: 1, avg: { value: 20 } },
      { key: "green", doc_count: 1, avg: { value: 30 } },
    ]);
  });

  it("cuts days by the clock of a zone, over its change to summer time", async () => {
    const { body } = await search({
      size: 0,
      aggs: { days: { date_histogram: { field: "day", calendar_interval: "month", time_zone: "Europe/Berlin" } } },
    });
    expect(
      body.aggregations.days.buckets.map((bucket: { key_as_string: string; doc_count: number }) => [
        bucket.key_as_string,
        bucket.doc_count,
      ]),
    ).toEqual([
      ["2024-03-01T00:00:00.000+01:00", 1],
      ["2024-04-01T00:00:00.000+02:00", 1],
      ["2024-05-01T00:00:00.000+02:00", 1],
    ]);
  });
});
