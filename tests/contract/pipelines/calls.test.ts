import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../api";
import { makePipeline, pipelineOf, searchPipeline, sendForm, words } from "./support";

// The calls of pipelines, versions, files and global variables, as clients make them.

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());
const listed = async () =>
  z.array(z.looseObject({ id: z.string() })).parse((await api.call("GET", "/_pipelines")).body);
afterEach(async () => {
  for (const { id } of await listed()) await api.call("DELETE", `/_pipeline/${id}`);
});

const text = (value: unknown) => ({ response: { body: JSON.stringify(value) } });
const telling = (value: unknown) => ({
  id: "tell",
  script: `function handleRequest() { return ${JSON.stringify(text(value))} }`,
});

describe("a pipeline", () => {
  it("is made with 201, listed, found, changed and deleted; then it does not exist", async () => {
    const content = searchPipeline("/find", { index: "shoes", id: "find-shoes", description: "Shoes", priority: 3 });
    const made = await sendForm(api, "POST", "/_pipeline", { content });
    expect([made.status, made.body]).toMatchObject([
      201,
      { id: "find-shoes", _version: 1, priority: 3, extension: "json" },
    ]);
    const one = await api.call("GET", "/_pipeline/find-shoes");
    expect(one.body).toMatchObject({
      description: "Shoes",
      enabled: true,
      routes: [{ path: "/find", method: "POST", classify: { category: "reactivesearch" }, recordLogs: false }],
      content: JSON.stringify(content),
    });
    expect(await listed()).toMatchObject([{ id: "find-shoes" }]);
    expect((await sendForm(api, "POST", "/_pipeline", { content })).status).toBe(409);
    const changed = await sendForm(api, "PUT", "/_pipeline/find-shoes", {
      content: { ...content, description: "Boots" },
    });
    expect([changed.status, changed.body]).toMatchObject([200, { description: "Boots", _version: 1 }]);
    expect((await api.call("DELETE", "/_pipeline/find-shoes")).body).toMatchObject({ code: 200 });
    const gone = await api.call("GET", "/_pipeline/find-shoes");
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining("does not exist")]);
  });

  it("gets an id where its text has none", async () => {
    expect(await makePipeline(api, { content: searchPipeline("/find", {}) })).toMatch(/^[\w-]{10,}$/);
  });

  it("is taken as a file of YAML, with its scripts as files", async () => {
    const yaml = [
      "enabled: true # on",
      "routes:",
      "  - path: yaml-route",
      "    method: POST",
      "    classify:",
      "        category: reactivesearch",
      "stages:",
      "- uses: authorization",
      "- id: tell it",
      '  scriptRef: "tell"',
    ].join("\n");
    const form = new FormData();
    form.set("pipeline", new Blob([yaml], { type: "application/x-yaml" }), "pipeline.yaml");
    form.set("tell.js", new Blob(["function handleRequest() { return { response: { body: 'told' } } }"]), "tell.js");
    const request = new Request("http://form.invalid", { method: "POST", body: form });
    const made = await api.call("POST", "/_pipeline", Buffer.from(await request.arrayBuffer()), {
      headers: { "Content-Type": request.headers.get("content-type") ?? "" },
    });
    expect([made.status, made.body]).toMatchObject([201, { extension: "yaml", content: yaml }]);
    expect((await api.call("POST", "/yaml-route", {})).text).toBe("told");
  });

  it.each([
    ["broken YAML", "routes:\n  - path: a\n    method: POST\n      classify: x", /line 3/],
    ["a script without its file", { ...pipelineOf("/a", [{ scriptRef: "missing.js" }]) }, /missing\.js/],
    ["an unknown stage", pipelineOf("/a", [{ use: "nonsense" }]), /nonsense/],
    [
      "a circle",
      pipelineOf("/a", [
        { id: "x", script: "1", async: true, needs: ["y"] },
        { id: "y", script: "1", async: true, needs: ["x"] },
      ]),
      /circle|x/,
    ],
    ["no stages", { routes: [{ path: "/a", method: "POST", classify: { category: "docs" } }] }, /stages/],
    [
      "a condition that cannot be read",
      pipelineOf("/a", [{ id: "x", script: "1", trigger: { expression: "envs.(" } }]),
      /x/,
    ],
    ["a bad cron line", { ...pipelineOf("/a", []), trigger: { type: "cron", expression: "every day" } }, /cron/i],
    ["no text", "", /./],
  ])("is refused with %s, and the reason", async (_, content, reason) => {
    const refused = await sendForm(api, "POST", "/_pipeline", { content });
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(reason)]);
    expect(await listed()).toEqual([]);
  });

  it("does not take an alias bomb, ten thousand stages, or a member that reaches a prototype", async () => {
    const lines = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ...[..."bcdefghij"].map((name, n) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[n]}`).join(",")}]`),
    ];
    expect((await sendForm(api, "POST", "/_pipeline", { content: lines.join("\n") })).status).toBe(400);
    const many = pipelineOf(
      "/a",
      Array.from({ length: 10_000 }, (_, n) => ({ id: `s${n}`, script: "1" })),
    );
    expect((await sendForm(api, "POST", "/_pipeline", { content: many })).status).toBe(400);
    const content = `{"__proto__":{"enabled":false},${JSON.stringify(pipelineOf("/proto", [telling(1)])).slice(1)}`;
    const made = await sendForm(api, "POST", "/_pipeline", { content });
    expect([201, 400]).toContain(made.status);
    expect(({} as Record<string, unknown>)["enabled"]).toBeUndefined();
  });
});

describe("versions", () => {
  const content = (value: string) => pipelineOf("/v", [telling(value)], { id: "v" });
  const answer = async () => (await api.call("POST", "/v", {})).body;

  it("wait until one is made live, and can go back", async () => {
    await makePipeline(api, { content: content("one") });
    const draft = await sendForm(api, "POST", "/_pipeline/v/version", {
      content: content("two"),
      parts: { versionDescription: "Second" },
    });
    expect([draft.status, draft.body]).toMatchObject([200, { version: 2 }]);
    expect(await answer()).toBe("one");
    expect((await api.call("POST", "/_pipeline/v/version/2/live")).status).toBe(200);
    expect(await answer()).toBe("two");
    expect((await api.call("GET", "/_pipeline/v/versions")).body).toMatchObject([
      { id: "v", _version: 2, _version_description: "Second", is_live: true },
      { _version: 1, is_live: false },
    ]);
    await sendForm(api, "PUT", "/_pipeline/v/version/1", { content: content("one again") });
    expect(await answer()).toBe("two");
    await api.call("POST", "/_pipeline/v/version/1/live");
    expect(await answer()).toBe("one again");
    expect((await api.call("GET", "/_pipeline/v")).body).toMatchObject({ _version: 1 });
  });

  it("are told how often they ran", async () => {
    await makePipeline(api, { content: content("one") });
    await answer();
    await expect
      .poll(async () => (await api.call("GET", "/_pipeline/v/versions")).body)
      .toMatchObject([{ usage: { count: expect.any(Number) as number, success_rate: 100 } }]);
  });

  it("are not there under other numbers", async () => {
    await makePipeline(api, { content: content("one") });
    expect((await api.call("POST", "/_pipeline/v/version/7/live")).status).toBe(404);
    expect((await sendForm(api, "PUT", "/_pipeline/v/version/7", { content: content("x") })).status).toBe(404);
    expect((await sendForm(api, "POST", "/_pipeline/none/version", { content: content("x") })).status).toBe(404);
    expect((await api.call("POST", "/_pipeline/v/version/x/live")).status).toBe(400);
  });

  it("have their scripts, with and without the ending", async () => {
    const scripted = pipelineOf("/v", [{ id: "rank", scriptRef: "rank" }], { id: "v" });
    await makePipeline(api, {
      content: scripted,
      scripts: { "rank.js": "function handleRequest() { return {} } // rank" },
    });
    const found = await api.call("GET", "/_pipeline/v/version/1/scriptRef?key=rank");
    expect(found.body).toMatchObject({
      id: "v",
      key: "rank",
      extension: "js",
      content: expect.stringContaining("// rank") as string,
    });
    expect((await api.call("GET", "/_pipeline/v/version/1/scriptRef?key=other")).status).toBe(404);
    // A change that sends no scripts keeps those that it still names.
    expect((await sendForm(api, "PUT", "/_pipeline/v", { content: { ...scripted, priority: 2 } })).status).toBe(200);
  });

  it("that two people add at once are two", async () => {
    await makePipeline(api, { content: content("one") });
    const both = await Promise.all(
      ["a", "b"].map((value) => sendForm(api, "POST", "/_pipeline/v/version", { content: content(value) })),
    );
    expect(both.map(({ body }) => (body as { version: number }).version).sort()).toEqual([2, 3]);
  });
});

describe("a trial", () => {
  const request = (body: unknown) => JSON.stringify({ body: JSON.stringify(body), headers: { "X-Of": "sample" } });

  it("tells the answer, what each stage made of the context, and what scripts printed", async () => {
    const loud = {
      id: "loud",
      script: "function handleRequest() { console.log('started'); return { seen: context.request.headers['X-Of'] } }",
    };
    const tried = await sendForm(api, "POST", "/_pipeline/validate", {
      content: searchPipeline("/find", { index: "shoes", before: [loud] }),
      parts: { request: request(words("boot")) },
    });
    expect([tried.status, tried.body]).toMatchObject([
      200,
      {
        response: { code: 200 },
        stageChanges: [
          { id: "auth" },
          { id: "loud", context: { seen: "sample" } },
          { id: "reactivesearchQuery" },
          { id: "elasticsearchQuery" },
        ],
        console_logs: { loud: ["started"] },
      },
    ]);
    expect(await listed()).toEqual([]);
  });

  it("that fails tells what was known until then", async () => {
    const tried = await sendForm(api, "POST", "/_pipeline/validate", {
      content: pipelineOf("/find", [
        { id: "fine", script: "function handleRequest() { return { a: 1 } }" },
        { id: "bad", script: "function handleRequest() { throw new Error('here') }", continueOnError: false },
      ]),
      parts: { request: request({}) },
    });
    expect(tried.body).toMatchObject({
      error: { code: 400, stage: "bad" },
      stageChanges: [
        { id: "auth" },
        { id: "fine", context: { a: 1 } },
        { id: "bad", outcome: "failed", error: { status: 400 } },
      ],
    });
  });

  it("changes nothing, also where the route would", async () => {
    const write = {
      use: "elasticsearchQuery",
      inputs: { path: "/shoes/_doc/tried", method: "PUT", body: "{}" },
      continueOnError: false,
    };
    const routes = [{ path: "/in", method: "PUT", classify: { category: "docs", acl: "index" } }];
    const tried = await sendForm(api, "POST", "/_pipeline/validate", {
      content: pipelineOf("/in", [write], { routes }),
      parts: { request: request({}) },
    });
    expect(tried.body).toMatchObject({ error: { code: 401 } });
    expect((await api.call("GET", "/shoes/_doc/tried")).status).toBe(404);
  });

  it("takes a response wrapped once more, and envs", async () => {
    const tell = {
      id: "tell",
      script: "function handleRequest() { return { response: { body: context.response.body + context.envs.color } } }",
    };
    const tried = await sendForm(api, "POST", "/_pipeline/validate", {
      content: pipelineOf("/a", [tell]),
      parts: {
        request: request({}),
        response: JSON.stringify({ response: { code: 200, body: "was ", headers: {} } }),
        envs: JSON.stringify({ color: "red" }),
      },
    });
    expect(tried.body).toMatchObject({ response: { body: "was red" } });
  });
});

describe("global variables", () => {
  it("are made, listed, changed and deleted, and are in the envs of every pipeline", async () => {
    const validate = {
      url: "https://db.example.test/ping?u=${HOST_1}",
      method: "GET",
      expected_status: 200,
      headers: { a: "b" },
      body: {},
    };
    const made = await api.call("POST", "/_pipelines/env", {
      key: "HOST_1",
      label: "Host",
      value: "db.example.test",
      validate,
    });
    expect([made.status, made.body]).toMatchObject([201, { key: "HOST_1", validate }]);
    expect((await api.call("POST", "/_pipelines/env", { key: "HOST_1", label: "Again", value: "x" })).status).toBe(409);
    expect((await api.call("POST", "/_pipelines/env", { key: "bad key", value: "x" })).status).toBe(400);
    const tell = {
      id: "tell",
      script: "function handleRequest() { return { response: { body: context.envs.HOST_1 } } }",
    };
    await makePipeline(api, { content: pipelineOf("/env", [tell]) });
    expect((await api.call("POST", "/env", {})).text).toBe("db.example.test");
    expect((await api.call("PUT", "/_pipelines/env/HOST_1", { value: "other.example.test" })).status).toBe(200);
    expect((await api.call("GET", "/_pipelines/envs")).body).toMatchObject([
      { key: "HOST_1", value: "other.example.test", label: "Host" },
    ]);
    expect((await api.call("DELETE", "/_pipelines/env/HOST_1")).status).toBe(200);
    expect((await api.call("GET", "/_pipelines/env/HOST_1")).status).toBe(404);
  });
});

it("the schema tells stages in both of the forms that clients read", async () => {
  const schema = z
    .looseObject({
      properties: z.looseObject({
        stages: z.looseObject({
          items: z.looseObject({ properties: z.looseObject({ use: z.looseObject({ enum: z.array(z.string()) }) }) }),
        }),
      }),
      definitions: z.looseObject({ PreBuiltStage: z.looseObject({ enum: z.array(z.string()) }) }),
    })
    .parse((await api.call("GET", "/_pipeline/schema")).body);
  expect(schema.properties.stages.items.properties.use.enum).toContain("elasticsearchQuery");
  expect(schema.definitions.PreBuiltStage.enum).toEqual(schema.properties.stages.items.properties.use.enum);
});
