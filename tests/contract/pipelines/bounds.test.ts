import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { type Api, openApi } from "../api";
import { makePipeline, pipelineOf, sendForm } from "./support";

// Each bound of what pipelines may hold, and one past it. What a run may take is in
// backend/gateway/resources/pipelines/run/bounds.test.ts.

const { pipelines, versions, body, globalEnvs, logged, logs } = PIPELINES_LIMITS;
// What counts the changes stays: a count that begins anew tells of none.
const ALL = { query: { bool: { must_not: { ids: { values: ["_state"] } } } } };
const ListSchema = z.array(z.unknown());
const CountSchema = z.object({ count: z.number() });
const LogsSchema = z.object({ total: z.number(), logs: z.array(z.object({ id: z.string() })) });
const LogSchema = z.object({ request: z.object({ body: z.string() }) });
const SourceSchema = z.object({ _source: z.looseObject({}) });
/** A pipeline that answers by itself. */
const tell = (path: string, more: Record<string, unknown> = {}) =>
  pipelineOf(path, [{ id: "tell", script: "function handleRequest() { return { response: { body: '{}' } } }" }], more);

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());
afterEach(async () => {
  for (const { name } of [SYSTEM.pipelines, SYSTEM.pipelineVersions, SYSTEM.pipelineVariables, SYSTEM.pipelineLogs])
    await api.call("POST", `/${name}/_delete_by_query?refresh=true`, ALL);
}, 60_000);

const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

/** Writes records into an index of the server's own, as an admin may. */
async function plant({ name }: { name: string }, records: readonly (readonly [id: string, source: object])[]) {
  const lines = records.map(([id, source]) => `{"index":{"_id":"${id}"}}\n${JSON.stringify(source)}\n`);
  const { body: answer } = await api.call("POST", `/${name}/_bulk?refresh=true`, lines.join(""));
  expect(answer).toMatchObject({ errors: false });
}

const kept = async ({ name }: { name: string }, id: string) =>
  SourceSchema.parse((await api.call("GET", `/${name}/_doc/${encodeURIComponent(id)}`)).body)._source;
const countIn = async ({ name }: { name: string }) =>
  CountSchema.parse((await api.call("GET", `/${name}/_count`)).body).count;
const listed = async (path: string) => ListSchema.parse((await api.call("GET", path)).body).length;

describe("what is kept", () => {
  test("pipelines", async () => {
    const first = await makePipeline(api, { content: tell("/first") });
    const [pipeline, version] = [
      await kept(SYSTEM.pipelines, first),
      await kept(SYSTEM.pipelineVersions, `1:${first}`),
    ];
    const others = many(pipelines.most - 2, (at) => `p${at}`);
    await plant(
      SYSTEM.pipelines,
      others.map((id) => [id, { ...pipeline, id }]),
    );
    await plant(
      SYSTEM.pipelineVersions,
      others.map((id) => [`1:${id}`, { ...version, pipeline_id: id }]),
    );
    const last = await makePipeline(api, { content: tell("/last") });
    expect(await listed("/_pipelines")).toBe(pipelines.most);
    expect(await sendForm(api, "POST", "/_pipeline", { content: tell("/more") })).toMatchObject({
      status: 400,
      text: expect.stringContaining(`at most ${pipelines.most} pipelines`) as unknown,
    });
    expect((await api.call("POST", "/last", {})).status).toBe(200);
    await api.call("DELETE", `/_pipeline/${last}`);
    await makePipeline(api, { content: tell("/more") });
  }, 60_000);

  test("versions", async () => {
    const id = await makePipeline(api, { content: tell("/find") });
    const first = await kept(SYSTEM.pipelineVersions, `1:${id}`);
    await plant(
      SYSTEM.pipelineVersions,
      many(versions.most - 2, (at) => [`${at + 2}:${id}`, { ...first, version: at + 2 }]),
    );
    await plant(SYSTEM.pipelines, [[id, { ...(await kept(SYSTEM.pipelines, id)), last: versions.most - 1 }]]);
    const add = () => sendForm(api, "POST", `/_pipeline/${id}/version`, { content: tell("/find") });
    expect((await add()).body).toMatchObject({ version: versions.most });
    expect(await listed(`/_pipeline/${id}/versions`)).toBe(versions.most);
    expect(await add()).toMatchObject({
      status: 400,
      text: expect.stringContaining(`at most ${versions.most} versions`) as unknown,
    });
    await api.call("DELETE", `/_pipeline/${id}`);
    expect(await countIn(SYSTEM.pipelineVersions)).toBe(0);
  }, 60_000);

  test("globalEnvs", async () => {
    const make = (key: string) => api.call("POST", "/_pipelines/env", { key, value: "value" });
    await make("first");
    const first = await kept(SYSTEM.pipelineVariables, "first");
    await plant(
      SYSTEM.pipelineVariables,
      many(globalEnvs.most - 2, (at) => [`k${at}`, { ...first, id: `k${at}`, key: `k${at}` }]),
    );
    expect((await make("last")).status).toBe(201);
    expect(await listed("/_pipelines/envs")).toBe(globalEnvs.most);
    const refused = { status: 400, text: expect.stringContaining(`at most ${globalEnvs.most} global`) as unknown };
    expect(await make("more")).toMatchObject(refused);
    const brought = (key: string) =>
      sendForm(api, "POST", "/_pipeline", { content: tell(`/${key}`, { global_envs: [{ key, value: "changed" }] }) });
    expect(await brought("more")).toMatchObject(refused);
    expect((await brought("last")).status).toBe(201);
    expect((await api.call("GET", "/_pipelines/env/last")).body).toMatchObject({ value: "changed" });
  }, 60_000);
});

test("body", async () => {
  const send = (length: number) => api.call("POST", "/_pipeline", Buffer.alloc(length, " "));
  expect((await send(body.most)).status).toBe(400);
  expect(await send(body.most + 1)).toMatchObject({
    status: 413,
    text: expect.stringContaining(`at most ${body.most} bytes`) as unknown,
  });
});

describe("runs", () => {
  const routes = [{ path: "/find", method: "POST", classify: { category: "reactivesearch" }, recordLogs: true }];
  const make = () => makePipeline(api, { content: tell("/find", { routes }) });
  const logsOf = async (id: string) => LogsSchema.parse((await api.call("GET", `/_pipeline/${id}/logs`)).body);

  test("logged", async () => {
    const id = await make();
    for (const length of [logged.most, logged.most + 1, 150_000]) await api.call("POST", "/find", "a".repeat(length));
    await expect.poll(async () => (await logsOf(id)).total).toBe(3);
    for (const log of (await logsOf(id)).logs) {
      const { request } = LogSchema.parse((await api.call("GET", `/_pipelines/log/${log.id}`)).body);
      expect(request.body).toHaveLength(logged.most);
    }
  });

  test("logs", async () => {
    const id = await make();
    await api.call("POST", "/find", {});
    await expect.poll(async () => (await logsOf(id)).total).toBe(1);
    // From the oldest on, a second between each two.
    await plant(
      SYSTEM.pipelineLogs,
      many(logs.most + 498, (at) => [
        `l${at}`,
        { id: `l${at}`, pipeline_id: id, timestamp: new Date(1e12 + at * 1_000).toISOString() },
      ]),
    );
    await api.call("POST", "/find", {});
    await expect.poll(async () => (await logsOf(id)).total).toBe(logs.most + 500);
    await api.call("POST", "/find", {});
    await expect.poll(async () => (await logsOf(id)).total).toBe(logs.most);
    const isKept = async (log: string) => (await api.call("GET", `/_pipelines/log/${log}`)).status === 200;
    expect([await isKept("l0"), await isKept("l500"), await isKept("l501")]).toEqual([false, false, true]);
    expect((await logsOf(id)).logs[0]?.id).not.toMatch(/^l/);
  }, 60_000);
});
