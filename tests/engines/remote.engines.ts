import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { openRemoteEngine, type RemoteEngine } from "@backend/engine/remote/open";
import { type Backend, startBackend } from "@backend/start";
import { searchServerState } from "../../server/http/health";

// What the remote engine says of real clusters, and what a user of the gateway sees of their states.
const PEERS: [name: string, url: string | undefined, version: string][] = [
  ["OpenSearch", process.env["OPENSEARCH_URL"], "2.x (it says 7.10.2)"],
  ["Elasticsearch", process.env["ELASTICSEARCH_URL"], "7.10.2"],
];

const BulkSchema = z.object({
  errors: z.boolean(),
  items: z.array(
    z.record(
      z.string(),
      z.object({ status: z.number(), error: z.object({ type: z.string(), reason: z.string() }).optional() }),
    ),
  ),
});

describe.each(PEERS)("%s", (name, url, version) => {
  let remote: RemoteEngine;
  let backend: Backend;
  const warnings: unknown[] = [];
  const password = "engines-test";

  async function call(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`,
      "content-type": "application/json",
    };
    const answer = await fetch(`${backend.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  }

  beforeAll(async () => {
    if (!url) throw new Error("OPENSEARCH_URL and ELASTICSEARCH_URL say where the engines are");
    remote = openRemoteEngine({ nodes: [url] }, (_message, { warning }) => warnings.push(warning));
    await remote.check();
    backend = await startBackend({
      engine: remote.engine,
      port: 0,
      adminUsername: "admin",
      adminPassword: password,
      log: pino({ level: "silent" }),
    });
  });

  afterAll(async () => {
    await backend.close();
    await remote.close();
  });

  test("is known, and warns of nothing that the gateway does to it at the start", async () => {
    expect(await remote.check()).toMatchObject({ ready: true, product: { name, version } });
    expect(warnings).toEqual([]);
  });

  test("is named as what it is where a search server is looked for", async () => {
    expect((await searchServerState(url ?? "")).problem).toMatch(
      new RegExp(
        `^this is ${name}[ ,].*7\\.10\\.2, not a ReactiveSearch server: put a back end in front of it with ENGINE_URL=http://127\\.0\\.0\\.1:\\d+ npm start$`,
      ),
    );
    expect((await searchServerState(backend.url)).problem).toBeNull();
  });

  test("takes the words of other versions", async () => {
    await call("PUT", "/state-words", "{}");
    for (const timeout of ["master_timeout", "cluster_manager_timeout"]) {
      expect(
        await call("PUT", `/state-words/_settings?${timeout}=5s`, '{"index":{"refresh_interval":"2s"}}'),
      ).toMatchObject({ status: 200 });
    }
    expect(await call("GET", "/state-words/_mapping?include_type_name=false")).toMatchObject({ status: 200 });
    for (const elected of ["master", "cluster_manager"])
      expect(await call("GET", `/_cat/${elected}?format=json`)).toMatchObject({ status: 200 });
  });

  test("yellow and red are told as they are, and a search of a red index says why it fails", async () => {
    await call(
      "PUT",
      "/state-yellow",
      '{"settings":{"index":{"auto_expand_replicas":"false","number_of_replicas":2}}}',
    );
    expect(JSON.parse((await call("GET", "/_cluster/health/state-yellow")).text)).toMatchObject({
      status: "yellow",
      unassigned_shards: 2,
    });
    await call(
      "PUT",
      "/state-red?timeout=1s&wait_for_active_shards=0",
      '{"settings":{"index":{"routing.allocation.require._name":"nowhere"}}}',
    );
    expect(JSON.parse((await call("GET", "/_cluster/health/state-red")).text)).toMatchObject({ status: "red" });
    const failed = await call("POST", "/state-red/_search", "{}");
    expect(failed.status).toBe(503);
    expect(failed.text).toMatch(/all shards failed|no_shard_available_action_exception/);
    await call("DELETE", "/state-red");
  });

  test("a read-only index by a full disk is told with status and reason, in bulk items too", async () => {
    await call("PUT", "/state-full/_doc/1?refresh=true", '{"a":1}');
    await call("PUT", "/state-full/_settings", '{"index.blocks.read_only_allow_delete":true}');
    const write = await call("PUT", "/state-full/_doc/2", '{"a":2}');
    const reason =
      /index \[state-full\] blocked by: \[TOO_MANY_REQUESTS\/12\/(disk usage exceeded flood-stage watermark, index has read-only-allow-delete block|index read-only \/ allow delete \(api\))/;
    expect(write.status).toBe(429);
    expect(write.text).toMatch(reason);
    const bulk = await call("POST", "/state-full/_bulk", '{"index":{"_id":"3"}}\n{"a":3}\n');
    expect(bulk.status).toBe(200);
    const item = BulkSchema.parse(JSON.parse(bulk.text)).items[0]?.["index"];
    expect(item).toMatchObject({
      status: 429,
      error: { type: "cluster_block_exception", reason: expect.stringMatching(reason) as string },
    });
    expect((await call("POST", "/state-full/_search", "{}")).status).toBe(200);
    await call("PUT", "/state-full/_settings", '{"index.blocks.read_only_allow_delete":null}');
    expect((await call("PUT", "/state-full/_doc/2", '{"a":2}')).status).toBe(201);
  });

  test("a bulk that is more than the cluster's memory takes is told as it is, and the next one is taken", async () => {
    // 40 MB, where `scripts/engines/servers.mjs` lets a cluster index 32 at once.
    const full = await call(
      "POST",
      "/state-rejected/_bulk",
      `{"index":{}}\n{"text":"${"x".repeat(10_000)}"}\n`.repeat(4_000),
    );
    expect(full.status).toBe(429);
    expect(JSON.parse(full.text)).toMatchObject({
      error: {
        code: 429,
        message: expect.stringMatching(
          /^elastic: Error 429 \(Too Many Requests\): rejected execution of coordinating operation \[.*\[type=(es_)?rejected_execution_exception\]$/,
        ) as string,
      },
    });
    expect((await call("POST", "/state-rejected/_bulk", '{"index":{"_id":"1"}}\n{}\n')).text).toContain(
      '"errors":false',
    );
  });

  test("a bulk of several megabytes goes on as it comes", async () => {
    await call("PUT", "/state-large", '{"mappings":{"dynamic":false}}');
    const line = `{"index":{"_index":"state-large"}}\n{"text":"${"žluťoučký kůň ".repeat(60)}"}\n`;
    const bulk = BulkSchema.parse(JSON.parse((await call("POST", "/_bulk?refresh=true", line.repeat(2_000))).text));
    expect(bulk.errors).toBe(false);
    expect(bulk.items).toHaveLength(2_000);
    const page = await call("POST", "/state-large/_search", '{"size":2000,"track_total_hits":true}');
    expect(page.text.length).toBeGreaterThan(1_500_000);
    expect(JSON.parse(page.text)).toMatchObject({ hits: { total: { value: 2_000 } } });
  });
});
