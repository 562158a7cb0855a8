import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../api";
import { makePipeline, pipelineOf, searchPipeline, words } from "./support";

// What each stage of a pipeline did, in the answer of whoever may write pipelines.

const NO_LIMITS = Object.fromEntries(
  ["pipelines", "reactivesearch", "search", "ip"].map((name) => [`${name}_limit`, 100_000]),
);
const TRACE = { "X-Pipeline-Trace": "true" };
const TraceSchema = z.looseObject({
  pipelineTrace: z.object({
    pipeline: z.string(),
    version: z.number(),
    took: z.number(),
    stages: z.array(
      z.looseObject({
        id: z.string(),
        stage: z.string(),
        outcome: z.string(),
        took: z.number(),
        message: z.string().optional(),
        input: z.record(z.string(), z.unknown()).optional(),
        output: z.record(z.string(), z.unknown()).optional(),
        cut: z.boolean().optional(),
      }),
    ),
  }),
});

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await api.call("POST", "/_pipelines/env", { key: "TOKEN", label: "t", value: "hush-hush-value" });
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  const all = z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_pipelines")).body);
  for (const { id } of all) await api.call("DELETE", `/_pipeline/${id}`);
});

const ask = (path: string, headers: Record<string, string> = TRACE, as?: string) =>
  api.call("POST", path, words("boot"), { headers, ...(as !== undefined && { as }) });
const traceIn = (body: unknown) => TraceSchema.parse(body).pipelineTrace;
const script = (id: string, body: string) => ({ id, script: `function handleRequest() { ${body} }` });
const credential = (fields: object) =>
  api.credential({
    categories: ["reactivesearch", "search"],
    acls: ["search"],
    ops: ["read"],
    indices: ["*"],
    limits: NO_LIMITS,
    ...fields,
  });

describe("X-Pipeline-Trace", () => {
  it("tells of each stage what it was given, what it changed, and how long it took", async () => {
    const before = [script("tidy", "return { tidied: context.envs.TOKEN + '!' }")];
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", before }) });
    const { body, headers } = await ask("/find");
    const { stages } = traceIn(body);
    expect(stages.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["auth", "done"],
      ["tidy", "done"],
      ["reactivesearchQuery", "done"],
      ["elasticsearchQuery", "done"],
    ]);
    expect(stages[1]?.input).toMatchObject({ request: { path: "/find" } });
    expect(stages[1]?.output).toEqual({ tidied: "•••!" });
    expect(Object.keys(stages[3]?.output ?? {})).toContain("response");
    expect(JSON.stringify(body)).not.toContain("hush-hush");
    expect([headers["cache-control"], headers["x-pipeline-trace"]]).toEqual(["no-store", "member"]);
  });

  it("is there too when a stage fails, with its message", async () => {
    const fails = { ...script("torn", "throw new Error('torn by ' + context.envs.TOKEN)"), continueOnError: false };
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", before: [fails] }) });
    const { body, status } = await ask("/find");
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toHaveProperty("error");
    const torn = traceIn(body).stages.at(-1);
    expect(torn).toMatchObject({ id: "torn", outcome: "failed", message: expect.stringContaining("torn by •••") });
    expect(torn).not.toHaveProperty("output");
  });

  it("does nothing for whoever may not write pipelines, nor with another value", async () => {
    const echo = script("echo", "return { response: { body: JSON.stringify(context.request.headers) } }");
    await makePipeline(api, { content: pipelineOf("/echo", [echo]) });
    const plain = (as: string, headers = {}) =>
      ask("/echo", { "User-Agent": "test", ...headers }, as).then(({ text, status }) => [status, text]);
    const few = {
      reader: await credential({}),
      "reads pipelines": await credential({ categories: ["reactivesearch", "search", "pipelines"] }),
      "some indices": await credential({
        categories: ["reactivesearch", "search", "pipelines"],
        ops: ["read", "write"],
        indices: ["shoes"],
      }),
    };
    for (const [name, as] of Object.entries(few))
      expect([name, ...(await plain(as, TRACE))]).toEqual([name, ...(await plain(as))]);
    const writer = await credential({
      categories: ["reactivesearch", "search", "pipelines"],
      ops: ["read", "write"],
    });
    expect((await plain(writer, TRACE))[1]).toContain('"pipelineTrace"');
    expect(await plain(writer, { "X-Pipeline-Trace": "1" })).toEqual([200, expect.not.stringContaining('Trace":{')]);
    // Nobody who was not let in is told anything.
    const { status, text } = await ask("/echo", TRACE, "Basic bm9ib2R5Om5vYm9keQ==");
    expect([status, text.includes("pipelineTrace")]).toEqual([401, false]);
  });

  it("stands around what has no place for a member", async () => {
    const answers = {
      list: ["[1, 2.50]", [1, 2.5]],
      text: ["plain", "plain"],
      taken: ['{"pipelineTrace":1}', { pipelineTrace: 1 }],
    } as const;
    for (const [name, [given, shown]] of Object.entries(answers)) {
      const says = script("says", `return { response: { body: ${JSON.stringify(given)} } }`);
      await makePipeline(api, { content: pipelineOf(`/${name}`, [says]) });
      const { body, text, headers } = await ask(`/${name}`);
      expect(body).toMatchObject({ response: shown });
      expect(traceIn(body).stages).toHaveLength(2);
      expect(headers["x-pipeline-trace"]).toBe("around");
      if (name === "list") expect(text).toContain("2.50");
    }
  });

  it("is bounded: long members are cut, and late stages told without", async () => {
    const grow = (id: string) => script(id, `return { ${id}: "${id}".repeat(200000) }`);
    const many = Array.from({ length: 12 }, (_, at) => grow(`s${String.fromCharCode(97 + at)}`));
    await makePipeline(api, { content: pipelineOf("/long", many) });
    const { body, text } = await ask("/long");
    const { stages } = traceIn(body);
    expect(stages).toHaveLength(13);
    expect(stages[1]).toMatchObject({ cut: true });
    expect(String(stages[1]?.output?.["sa"])).toHaveLength(20_000);
    expect(stages.at(-1)).toMatchObject({ outcome: "done", cut: true });
    expect(stages.at(-1)).not.toHaveProperty("input");
    expect(text.length).toBeLessThan(1_200_000);
  });

  it("is kept nowhere: not in the request log, not in runs, not by useCache", async () => {
    const routes = [{ path: "/kept", method: "POST", classify: { category: "reactivesearch" }, recordLogs: true }];
    const before = [{ use: "useCache" }];
    const id = await makePipeline(api, { content: searchPipeline("/kept", { index: "shoes", before, routes }) });
    expect((await ask("/kept")).text).toContain('"pipelineTrace"');
    const again = await ask("/kept", {});
    expect(again.text).not.toContain("pipelineTrace");
    await expect
      .poll(async () => (await api.call("GET", `/_pipeline/${id}/logs?size=10`)).text, { timeout: 10_000 })
      .toContain('"/kept"');
    const runs = (await api.call("GET", `/_pipeline/${id}/logs?size=10`)).text;
    await expect
      .poll(async () => (await api.call("GET", "/_logs?size=50")).text, { timeout: 10_000 })
      .toContain("/kept");
    const logs = (await api.call("GET", "/_logs?size=100")).text;
    for (const text of [runs, logs]) expect(text).not.toMatch(/pipelineTrace\\*":\s*\{/);
  });
});
