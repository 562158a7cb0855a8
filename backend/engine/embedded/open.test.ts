import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@common/text/json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineRequest } from "../port";
import type { EmbeddedEngine } from "./open";
import { openEmbeddedEngine } from "./open";

let folder: string;
let engine: EmbeddedEngine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "engine-test-"));
  engine = await openEmbeddedEngine({ folder });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function call(line: string, body?: unknown) {
  const [method = "GET", url = "/"] = line.split(" ");
  const [path = "/", search = ""] = url.split("?");
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const answer = await engine.handle({
    method: method as EngineRequest["method"],
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(text !== undefined && { body: text }),
  });
  let json: unknown = answer.body;
  if (answer.contentType.startsWith("application/json") && answer.body !== "") json = parseJson(answer.body);
  return { status: answer.status, text: answer.body, json };
}

async function reopen(rebuild = false) {
  await engine.close();
  engine = await openEmbeddedEngine({ folder, rebuild });
}

describe("openEmbeddedEngine", () => {
  it("refuses a folder that another engine has", async () => {
    await expect(openEmbeddedEngine({ folder })).rejects.toThrow(/in use by another engine \(process \d+\)/);
  });

  it("answers unknown paths, methods and parameters as Elasticsearch does", async () => {
    expect(await call("GET /a/_nope")).toMatchObject({
      status: 400,
      json: { error: "no handler found for uri [/a/_nope] and method [GET]" },
    });
    expect(await call("POST /a")).toMatchObject({
      status: 405,
      json: { error: "Incorrect HTTP method for uri [/a] and method [POST], allowed: [DELETE, HEAD, GET, PUT]" },
    });
    expect(await call("GET /a?colour=1&b")).toMatchObject({
      status: 400,
      json: { error: { reason: "request [/a] contains unrecognized parameters: [b], [colour]" } },
    });
    expect(await call("GET /_nope")).toMatchObject({
      status: 400,
      json: { error: { type: "invalid_index_name_exception" } },
    });
    expect((await call("GET /%zz/_doc/1")).status).toBe(400);
  });

  it("keeps everything acknowledged over a restart, digits, ids and versions included", async () => {
    const lines = Array.from(
      { length: 250 },
      (_, at) => `{"index":{"_id":"${at}"}}\n{"n":${at},"big":9007199254740993,"t":"word${at % 7}"}\n`,
    ).join("");
    expect(await call("POST /a/_bulk", lines)).toMatchObject({ status: 200, json: { errors: false } });
    await call("PUT /a/_doc/odd%2Fid%00x", { n: -1 });
    await call("PUT /a/_doc/7", '{ "big" : 9223372036854775807 }');
    await call("DELETE /a/_doc/8");
    for (const rebuild of [false, true]) {
      await reopen(rebuild);
      expect(await call("GET /a/_count")).toMatchObject({ json: { count: 250 } });
      expect((await call("GET /a/_doc/9")).text).toContain('"_source":{"n":9,"big":9007199254740993,"t":"word2"}');
      expect((await call("GET /a/_doc/7")).text).toContain('"_version":2,');
      expect((await call("GET /a/_source/7")).text).toBe('{ "big" : 9223372036854775807 }');
      expect((await call("GET /a/_doc/8")).status).toBe(404);
      expect(await call("GET /a/_doc/odd%2Fid%00x")).toMatchObject({ status: 200, json: { _id: "odd/id\0x" } });
      expect(await call("GET /a/_count", { query: { match: { t: "word2" } } })).toMatchObject({ json: { count: 36 } });
    }
  });

  it("fails items of a bulk alone, and refuses what it cannot read whole", async () => {
    await call("PUT /a", { mappings: { properties: { n: { type: "long" } } } });
    const answer = await call(
      "POST /a/_bulk?refresh=true",
      '{"index":{"_id":"1"}}\n{"n":1}\n{"index":{"_id":"2"}}\n{"n":"many"}\n{"create":{"_id":"1"}}\n{}\n{"index":{"_id":"1"}}\n{"n":3}\n{"delete":{"_id":"x"}}\n{"index":{"_id":"9"}}\n{"n":\n',
    );
    const items = (answer.json as { items: Record<string, { status: number }>[] }).items.map(
      (item) => Object.values(item)[0]?.status,
    );
    expect(items).toEqual([201, 400, 409, 200, 404, 400]);
    expect(await call("GET /a/_search", { query: { range: { n: { gte: 0 } } } })).toMatchObject({
      json: { hits: { total: { value: 1 }, hits: [{ _id: "1", _source: { n: 3 } }] } },
    });
    expect(await call("POST /a/_bulk", '{"index":{"_id":"5"}}\n{"n":5}\n{"put":{}}\n{}\n')).toMatchObject({
      status: 400,
    });
    expect((await call("GET /a/_doc/5")).status).toBe(404);
  });

  it("refuses a write whose expectation does not hold", async () => {
    await call("PUT /a/_doc/1", { n: 1 });
    expect(await call("PUT /a/_doc/1?if_seq_no=0&if_primary_term=1", { n: 2 })).toMatchObject({
      status: 200,
      json: { _seq_no: 1, _version: 2 },
    });
    expect(await call("PUT /a/_doc/1?if_seq_no=0&if_primary_term=1", { n: 3 })).toMatchObject({
      status: 409,
      json: {
        error: {
          reason:
            "[1]: version conflict, required seqNo [0], primary term [1]. current document has seqNo [1] and primary term [1]",
        },
      },
    });
    await call("DELETE /a/_doc/1");
    expect(await call("PUT /a/_create/1", { n: 4 })).toMatchObject({ status: 201, json: { _version: 4 } });
  });

  it("updates by partial documents, notices no-ops and refuses scripts", async () => {
    await call("PUT /a/_doc/1", { o: { a: 1, b: [1] }, k: 1 });
    expect(await call("POST /a/_update/1", { doc: { o: { b: [2] } } })).toMatchObject({ json: { result: "updated" } });
    expect(await call("POST /a/_update/1", { doc: { o: { b: [2] } } })).toMatchObject({
      json: { result: "noop", _version: 2 },
    });
    expect((await call("GET /a/_source/1")).json).toEqual({ o: { a: 1, b: [2] }, k: 1 });
    expect(await call("POST /a/_update/2", { doc: { a: 1 }, upsert: { b: 1 } })).toMatchObject({ status: 201 });
    expect(await call("POST /a/_update/1", { script: "ctx._source.k++" })).toMatchObject({
      status: 400,
      json: { error: { reason: "cannot execute [inline] scripts" } },
    });
    const evil = await call("POST /a/_update/1", '{"doc":{"__proto__":{"x":1}}}');
    expect(evil).toMatchObject({ status: 200 });
    expect(Object.prototype).not.toHaveProperty("x");
  });

  it("deletes and copies by query, also as a task", async () => {
    await call(
      "POST /a/_bulk",
      Array.from({ length: 2500 }, (_, at) => `{"index":{"_id":"${at}"}}\n{"n":${at},"s":"x"}\n`).join(""),
    );
    expect(
      await call("POST /_reindex", {
        source: { index: "a", query: { range: { n: { lt: 1500 } } }, _source: ["n"] },
        dest: { index: "b" },
      }),
    ).toMatchObject({ json: { total: 1500, created: 1500, batches: 2 } });
    expect((await call("GET /b/_source/3")).json).toEqual({ n: 3 });
    expect(
      await call("POST /_reindex", { source: { index: "a" }, dest: { index: "b", op_type: "create" } }),
    ).toMatchObject({ status: 409 });
    expect(await call("POST /a/_delete_by_query", { query: { range: { n: { gte: 100 } } } })).toMatchObject({
      json: { deleted: 2400 },
    });
    expect(await call("GET /a/_count")).toMatchObject({ json: { count: 100 } });
    const { json } = await call("POST /_reindex?wait_for_completion=false", {
      source: { index: "a" },
      dest: { index: "c" },
    });
    const { task } = json as { task: string };
    expect(await call(`GET /_tasks/${task}?wait_for_completion=true`)).toMatchObject({
      json: { completed: true, response: { created: 100 } },
    });
    expect(await call("GET /c/_count")).toMatchObject({ json: { count: 100 } });
  });

  it("keeps the mapping that documents add, but not that of a refused one", async () => {
    await call("POST /a/_bulk", '{"index":{}}\n{"year":1999,"name":"x"}\n{"index":{}}\n{"fresh":1,"year":"soon"}\n');
    await reopen();
    const mapping = await call("GET /a/_mapping");
    expect(mapping).toMatchObject({
      json: { a: { mappings: { properties: { year: { type: "long" }, name: { type: "text" } } } } },
    });
    expect(mapping.text).not.toContain("fresh");
  });
});

describe("indices", () => {
  it("reads expressions: patterns, exclusions, aliases, hidden and closed ones", async () => {
    for (const name of ["log-1", "log-2", "other", ".dot"]) await call(`PUT /${name}`);
    await call("PUT /secret", { settings: { "index.hidden": true } });
    await call("POST /_aliases", { actions: [{ add: { index: "log-*", alias: "logs" } }] });
    const names = async (expression: string) => Object.keys((await call(`GET /${expression}`)).json as object).sort();
    expect(await names("log-*,-log-2")).toEqual(["log-1"]);
    expect(await names("logs,other")).toEqual(["log-1", "log-2", "other"]);
    expect(await names("_all")).toEqual([".dot", "log-1", "log-2", "other"]);
    expect(await names("*?expand_wildcards=open,hidden")).toContain("secret");
    expect(await names("nope*")).toEqual([]);
    await call("POST /log-2/_close");
    expect(await call("GET /log-2/_count")).toMatchObject({
      status: 400,
      json: { error: { type: "index_closed_exception" } },
    });
    expect(await call("GET /log-*/_count")).toMatchObject({ status: 200, json: { _shards: { total: 1 } } });
    expect(await call("GET /nope/_count")).toMatchObject({
      status: 404,
      json: { error: { reason: "no such index [nope]" } },
    });
    expect(await call("GET /nope/_count?ignore_unavailable=true")).toMatchObject({ status: 200 });
    expect(await call("DELETE /logs")).toMatchObject({ status: 400 });
    expect(await call("DELETE /log-*")).toMatchObject({ status: 200 });
    expect((await call("HEAD /log-1")).status).toBe(404);
  });

  it("builds a new index from templates, legacy by order", async () => {
    await call("PUT /_template/low", {
      index_patterns: ["t-*"],
      order: 0,
      settings: { number_of_replicas: 0 },
      mappings: { properties: { a: { type: "keyword" }, b: { type: "keyword" } } },
      aliases: { every: {} },
    });
    await call("PUT /_template/high", {
      index_patterns: ["t-1*"],
      order: 5,
      mappings: { properties: { b: { type: "long" } } },
    });
    await reopen();
    await call("PUT /t-1/_doc/1", { b: 5 });
    expect(await call("GET /t-1")).toMatchObject({
      json: {
        "t-1": {
          aliases: { every: {} },
          mappings: { properties: { a: { type: "keyword" }, b: { type: "long" } } },
          settings: { index: { number_of_replicas: "0" } },
        },
      },
    });
  });

  it("changes analysis only of a closed index, and keeps it", async () => {
    await call("PUT /a");
    const change = { analysis: { analyzer: { mine: { type: "custom", tokenizer: "whitespace" } } } };
    expect(await call("PUT /a/_settings", change)).toMatchObject({
      status: 400,
      json: { error: { reason: expect.stringContaining("Can't update non dynamic settings") } },
    });
    await call("POST /a/_close");
    expect(await call("PUT /a/_settings", change)).toMatchObject({ status: 200 });
    await call("POST /a/_open");
    await reopen();
    expect(await call("POST /a/_analyze", { analyzer: "mine", text: "A-b C" })).toMatchObject({
      json: { tokens: [{ token: "A-b" }, { token: "C" }] },
    });
  });

  it("searches and indexes with synonyms that changed while the index was closed", async () => {
    const synonyms = (...rules: string[]) => ({
      analysis: {
        filter: { synonym_graph: { type: "synonym_graph", synonyms: rules } },
        analyzer: { synonyms: { type: "custom", tokenizer: "standard", filter: ["synonym_graph", "lowercase"] } },
      },
    });
    await call("PUT /a", {
      settings: synonyms("sofa, couch"),
      mappings: { properties: { t: { type: "text", analyzer: "synonyms" } } },
    });
    await call("PUT /a/_doc/1?refresh=true", { t: "red sofa" });
    const hits = async (t: string) => (await call("POST /a/_count", { query: { match: { t } } })).json;
    expect(await hits("settee")).toMatchObject({ count: 0 });
    await call("POST /a/_close");
    expect(await call("PUT /a/_settings", synonyms("a => b => c"))).toMatchObject({
      status: 400,
      json: { error: { reason: "Failed to build synonyms" } },
    });
    await call("PUT /a/_settings", synonyms("sofa, settee"));
    await call("POST /a/_open");
    await reopen();
    expect(await hits("settee")).toMatchObject({ count: 1 });
    expect(await hits("couch"), "documents keep the words they were indexed with").toMatchObject({ count: 1 });
    await call("PUT /a/_doc/1?refresh=true", { t: "red sofa" });
    expect(await hits("couch")).toMatchObject({ count: 0 });
  });

  it("drops an index at once and for good", async () => {
    await call("PUT /a/_doc/1", { n: 1 });
    await call("DELETE /a");
    await call("PUT /a/_doc/2", { n: 2 });
    await reopen();
    expect(await call("GET /a/_count")).toMatchObject({ json: { count: 1 } });
    expect((await call("GET /a/_doc/1")).status).toBe(404);
  });

  it("filters answers, shows tables and indents", async () => {
    await call("PUT /a/_doc/1", { n: 1, o: { p: 1, q: 2 } });
    expect((await call("GET /a/_doc/1?filter_path=_source.o.*,-**.q")).text).toBe('{"_source":{"o":{"p":1}}}');
    expect((await call("GET /_cat/indices?h=index,docs.count&v")).text).toBe("index docs.count\na              1\n");
    expect((await call("GET /_cat/indices?h=index,docs.count&format=json")).json).toEqual([
      { index: "a", "docs.count": "1" },
    ]);
    expect((await call("GET /a/_doc/1?pretty")).text).toContain('{\n  "_index": "a",');
  });
});
