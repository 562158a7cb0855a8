import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../api";
import { makePipeline, pipelineOf, searchPipeline, sendForm, words } from "./support";

// What a pipeline does with a request: each stage, each rule of their order.

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
}, 60_000);
afterAll(() => api.close());
afterEach(async () => {
  const all = z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_pipelines")).body);
  for (const { id } of all) await api.call("DELETE", `/_pipeline/${id}`);
});

const AnswerSchema = z.looseObject({
  s: z.looseObject({
    hits: z.looseObject({
      total: z.looseObject({ value: z.number() }),
      hits: z.array(z.looseObject({ _id: z.string() })),
    }),
  }),
});
const idsIn = (body: unknown) => AnswerSchema.parse(body).s.hits.hits.map(({ _id }) => _id);
const ask = (path: string, body: unknown = words("boot"), more = {}) => api.call("POST", path, body, more);
const script = (code: string, more: object = {}) => ({
  id: "script",
  script: `function handleRequest() { ${code} }`,
  ...more,
});

describe("a pipeline for searches", () => {
  it("answers as the built-in route does", async () => {
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes" }) });
    const [piped, plain] = await Promise.all([ask("/find"), ask("/shoes/_reactivesearch")]);
    expect([piped.status, idsIn(piped.body)]).toEqual([200, idsIn(plain.body)]);
    expect(Number(piped.headers["x-took"])).toBeGreaterThanOrEqual(0);
  });

  it("comes before the built-in route of its path, which is back when it goes", async () => {
    const id = await makePipeline(api, {
      content: searchPipeline("/shoes/_reactivesearch", {
        after: [script("return { response: { body: '{\"own\":1}' } }")],
      }),
    });
    expect((await ask("/shoes/_reactivesearch")).body).toEqual({ own: 1 });
    expect(idsIn((await ask("/hats/_reactivesearch")).body)).toHaveLength(2);
    await api.call("DELETE", `/_pipeline/${id}`);
    expect(idsIn((await ask("/shoes/_reactivesearch")).body)).toHaveLength(2);
  });

  it("searches the index of its own envs before that of its path", async () => {
    await api.call("DELETE", "/hats/_doc/1?refresh=true");
    await makePipeline(api, { content: searchPipeline("/shoes/_reactivesearch", { index: "hats" }) });
    expect(idsIn((await ask("/shoes/_reactivesearch")).body)).toEqual(["2"]);
    await makeShoes(api, "hats");
  });

  it("gives what its script made of the request to the search, and of the answer to the caller", async () => {
    const before = script(
      "const body = JSON.parse(context.request.body); body.query[0].value = 'sandal'; return { request: { body: JSON.stringify(body) } };",
    );
    const after = {
      id: "after",
      script:
        "function handleRequest() { const body = JSON.parse(context.response.body); return { response: { body: JSON.stringify({ ...body, added: context.envs.index }) } }; }",
    };
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", before: [before], after: [after] }) });
    const { body } = await ask("/find");
    expect(idsIn(body)).toEqual(["3"]);
    expect(body).toMatchObject({ added: ["shoes"] });
  });

  it("runs what a script made of the translated text", async () => {
    const between = script(
      "const lines = context.request.body.trim().split('\\n'); const search = JSON.parse(lines[1]); search.query = { term: { brand: 'acme' } }; return { request: { body: lines[0] + '\\n' + JSON.stringify(search) + '\\n' } };",
    );
    const content = pipelineOf(
      "/find",
      [{ use: "reactivesearchQuery" }, between, { use: "elasticsearchQuery", continueOnError: false }],
      { envs: { index: ["shoes"] } },
    );
    await makePipeline(api, { content });
    expect(idsIn((await ask("/find")).body).sort()).toEqual(["1", "3"]);
  });
});

describe("which pipeline answers", () => {
  const own = (name: string) => [script(`return { response: { body: JSON.stringify({ by: "${name}" }) } }`)];

  it("is the one of the highest priority whose condition holds, and the built-in route where none does", async () => {
    const path = "/shoes/_reactivesearch";
    const trigger = { type: "filter", expression: '$query exactlyMatches "boot"' };
    await makePipeline(api, {
      content: pipelineOf(path, own("low"), {
        priority: 1,
        trigger: { type: "filter", expression: '$query == "boot"' },
      }),
    });
    await makePipeline(api, {
      content: pipelineOf(path, own("high"), {
        priority: 9,
        trigger: { type: "filter", expression: '$query == "sandal"' },
      }),
    });
    expect((await ask(path, words("boot"))).body).toEqual({ by: "low" });
    expect((await ask(path, words("sandal"))).body).toEqual({ by: "high" });
    expect(idsIn((await ask(path, words("snow"))).body)).toEqual(["1"]);
    const refused = await sendForm(api, "POST", "/_pipeline", { content: pipelineOf(path, own("x"), { trigger }) });
    expect(refused.status, refused.text).toBe(400);
  });

  it("is none that is switched off, or whose time has not come", async () => {
    const path = "/shoes/_reactivesearch";
    await makePipeline(api, { content: pipelineOf(path, own("off"), { enabled: false }) });
    const trigger = { type: "always", timeframe: { start_time: 4_000_000_000, end_time: 4_100_000_000 } };
    await makePipeline(api, { content: pipelineOf(path, own("later"), { trigger }) });
    expect(idsIn((await ask(path)).body)).toHaveLength(2);
  });

  it("knows variables of its path", async () => {
    await makePipeline(api, {
      content: pipelineOf(
        "/shop/{index}/item/{id}",
        [script("return { response: { body: JSON.stringify(context.envs.urlValues) } }")],
        {
          routes: [{ path: "/shop/{index}/item/{id}", method: "GET", classify: { category: "docs", acl: "get" } }],
        },
      ),
    });
    expect((await api.call("GET", "/shop/shoes/item/7?x=y")).body).toEqual({ index: "shoes", id: "7", x: "y" });
    expect((await api.call("GET", "/shop/shoes/item")).status).toBe(404);
  });

  it("may stand before documents that are written, and changes them", async () => {
    const stages = [
      script(
        "const doc = JSON.parse(context.request.body); return { request: { body: JSON.stringify({ ...doc, name: doc.name + '!' }) } };",
      ),
      { use: "elasticsearchQuery", continueOnError: false },
    ];
    await makePipeline(api, {
      content: pipelineOf("/shoes/_doc/{id}", stages, {
        routes: [{ path: "/shoes/_doc/{id}", method: "PUT", classify: { category: "docs", acl: "index" } }],
      }),
    });
    const put = await api.call("PUT", "/shoes/_doc/9?refresh=true", { name: "Clog" });
    expect(put.status, put.text).toBe(201);
    expect((await api.call("GET", "/shoes/_doc/9")).body).toMatchObject({ _source: { name: "Clog!" } });
    await api.call("DELETE", "/shoes/_doc/9?refresh=true");
  });
});

describe("the order of stages", () => {
  const told = {
    id: "tell",
    script: "function handleRequest() { return { response: { body: JSON.stringify(context) } }; }",
  };
  const run = async (stages: object[], body: unknown = {}) => {
    const id = await makePipeline(api, { content: pipelineOf("/run", stages) });
    const answer = await ask("/run", body);
    await api.call("DELETE", `/_pipeline/${id}`);
    return answer;
  };

  it("passes a stage over whose condition does not hold, and those that need it", async () => {
    const { body } = await run([
      {
        id: "a",
        script: "function handleRequest() { return { a: 1 } }",
        trigger: { expression: "envs.method == 'GET'" },
      },
      { id: "b", script: "function handleRequest() { return { b: 1 } }", needs: ["a"] },
      {
        id: "c",
        script: "function handleRequest() { return { c: 1 } }",
        trigger: { expression: "context.request.method == 'POST'" },
      },
      told,
    ]);
    expect(body).toMatchObject({ c: 1 });
    expect(body).not.toHaveProperty("a");
    expect(body).not.toHaveProperty("b");
  });

  it("runs asynchronous stages beside the others, which wait for those that they need", async () => {
    const { body } = await run(
      [
        {
          id: "slow",
          async: true,
          script: "async function handleRequest() { return { late: 1, request: { body: 'changed' } } }",
        },
        { id: "after", needs: ["slow"], script: "function handleRequest() { return { seen: context.late } }" },
        told,
      ],
      { x: 1 },
    );
    expect(body).toMatchObject({ seen: 1, slow: { late: 1 }, request: { body: '{"x":1}' } });
  });

  it("goes on after an error unless the stage says otherwise", async () => {
    const fails = { id: "bad", script: "function handleRequest() { throw new Error('no luck') }" };
    expect((await run([fails, told])).status).toBe(200);
    const stopped = await run([{ ...fails, continueOnError: false }, told]);
    expect([stopped.status, stopped.body]).toMatchObject([400, { error: { code: 400, stage: "bad" } }]);
    expect(stopped.text).toContain("no luck");
  });

  it("puts values of the context into inputs", async () => {
    const { body } = await run([
      script("return { target: 'shoes' }"),
      { id: "count", use: "httpRequest", inputs: { url: "/{{target}}/_count" } },
      told,
    ]);
    expect(body).toMatchObject({ count: { count: 3 } });
  });

  it("answers with the status, headers and body that a script gave, but for those of the server", async () => {
    const answer = await run([
      script(
        "return { response: { code: 418, headers: { 'X-Tea': 'yes', 'Set-Cookie': 'a=b', 'X-Bad': 'a\\r\\nb' }, body: 'short' } }",
      ),
    ]);
    expect([answer.status, answer.text, answer.headers["x-tea"]]).toEqual([418, "short", "yes"]);
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(answer.headers).not.toHaveProperty("x-bad");
  });

  it("names a stage that cannot run here", async () => {
    const { status, text } = await run([
      {
        use: "mongoDBQuery",
        inputs: { host: "h", credentials: "c", db: "d", collection: "c" },
        continueOnError: false,
      },
    ]);
    expect([status, text]).toEqual([501, expect.stringContaining("mongoDBQuery")]);
  });
});

describe("stages that change a search", () => {
  const find = async (before: object[], value = "boot", after: object[] = []) => {
    const id = await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", before, after }) });
    const answer = await ask("/find", words(value));
    await api.call("DELETE", `/_pipeline/${id}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const must = (use: string, inputs: object) => ({ use, inputs, continueOnError: false });

  it("replace, remove and filter words as rules do", async () => {
    expect(idsIn(await find([must("replaceSearchTerm", { data: "sandal" })]))).toEqual(["3"]);
    expect(idsIn(await find([must("replaceWords", { data: { boot: "sandal" } })]))).toEqual(["3"]);
    expect(idsIn(await find([must("removeWords", { data: ["boot"] })], "boot sandal"))).toEqual(["3"]);
    expect(idsIn(await find([must("addFilter", { data: { brand: "acme" } })]))).toEqual(["1"]);
  });

  it("fill queries in where they say nothing themselves", async () => {
    const id = await makePipeline(api, {
      content: searchPipeline("/find", {
        index: "shoes",
        before: [must("searchRelevancy", { search: { dataField: ["name"], size: 1 } })],
      }),
    });
    expect(idsIn((await ask("/find", { query: [{ id: "s", value: "boot" }] })).body)).toHaveLength(1);
    expect(idsIn((await ask("/find", { query: [{ id: "s", value: "boot", size: 5 }] })).body)).toHaveLength(2);
    await api.call("DELETE", `/_pipeline/${id}`);
  });

  it("boost by score and to the front", async () => {
    const boost = (inputs: object) => must("boost", { dataField: "brand", value: ["other"], ...inputs });
    expect(idsIn(await find([boost({ boostFactor: 10 })]))).toEqual(["2", "1"]);
    expect(idsIn(await find([boost({ boostType: "promote", boostMaxDocs: 1 })]))).toEqual(["2", "1"]);
    const other = must("boost", { dataField: "brand", value: ["acme"], boostFactor: 5, boostOp: "multiply" });
    expect(idsIn(await find([other]))).toEqual(["1", "2"]);
  });

  it("promote, hide and add data, before the search and after it", async () => {
    const stages = [
      must("promoteResults", { data: [{ doc: { _id: "own", _source: { name: "Own" } }, position: 1 }] }),
      must("hideResults", { data: ["1"] }),
      must("customData", { data: { by: "pipeline" } }),
    ];
    for (const answer of [await find(stages), await find([], "boot", stages)]) {
      expect(idsIn(answer)).toEqual(["2"]);
      expect(answer).toMatchObject({
        s: { promoted: [{ doc: { _id: "own" }, position: 1 }], customData: { by: "pipeline" } },
      });
    }
  });
});

describe("stages that answer or record", () => {
  it("answer from memory what was answered a moment ago", async () => {
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", before: [{ use: "useCache" }] }) });
    expect(idsIn((await ask("/find", words("clog"))).body)).toEqual([]);
    await api.call("PUT", "/shoes/_doc/8?refresh=true", { name: "Clog" });
    expect(idsIn((await ask("/find", words("clog"))).body)).toEqual([]);
    expect(idsIn((await ask("/find", words("Clog"))).body)).toEqual(["8"]);
    await api.call("DELETE", "/shoes/_doc/8?refresh=true");
  });

  it("record a search that was answered from memory too", async () => {
    const content = searchPipeline("/find", {
      index: "shoes",
      before: [{ use: "useCache" }],
      after: [{ use: "recordAnalytics" }],
    });
    await makePipeline(api, { content });
    await ask("/find", words("snow"));
    const { headers, body } = await ask("/find", words("snow"));
    expect(body).toMatchObject({ settings: { queryId: headers["x-search-id"] ?? "none" } });
  });

  it("record the search under an id that is in the answer", async () => {
    await makePipeline(api, {
      content: searchPipeline("/find", { index: "shoes", after: [{ use: "recordAnalytics" }] }),
    });
    const { body, headers } = await ask("/find", words("boot"));
    expect(headers["x-search-id"]).toMatch(/./);
    expect(body).toMatchObject({ settings: { queryId: headers["x-search-id"] } });
  });

  it("record a click on what was found, by the id of the search, on a route that changes something", async () => {
    await makePipeline(api, {
      content: searchPipeline("/find", { index: "shoes", after: [{ use: "recordAnalytics" }] }),
    });
    const routes = [{ path: "/clicked", method: "POST", classify: { category: "analytics" } }];
    const stage = { use: "recordClick", continueOnError: false };
    await makePipeline(api, { content: pipelineOf("/clicked", [stage], { routes, envs: { index: ["shoes"] } }) });
    const id = (await ask("/find", words("rain"))).headers["x-search-id"] ?? "";
    const clicked = await api.call("POST", "/clicked", { click_on: { "2": 1 } }, { headers: { "X-Search-Id": id } });
    expect([clicked.status, clicked.body]).toMatchObject([200, { message: "Click is recorded successfully" }]);
    await makePipeline(api, { content: pipelineOf("/read", [stage], { envs: { index: ["shoes"] } }) });
    expect((await ask("/read", { click_on: { "2": 1 } })).status).toBe(401);
  });

  it("keep figures of each run, and whole runs where the route says so", async () => {
    const routes = [{ path: "/find", method: "POST", classify: { category: "reactivesearch" }, recordLogs: true }];
    const id = await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", routes }) });
    await ask("/find");
    const logs = async () => (await api.call("GET", `/_pipeline/${id}/logs`)).body;
    await expect
      .poll(logs)
      .toMatchObject({ total: 1, logs: [{ category: "reactivesearch", route: "/find", response: { code: 200 } }] });
    const {
      logs: [log],
    } = z.object({ logs: z.array(z.object({ id: z.string() })) }).parse(await logs());
    const detail = await api.call("GET", `/_pipelines/log/${log?.id}?verbose=true`);
    expect(detail.body).toMatchObject({
      stageChanges: [{ id: "auth" }, { id: "reactivesearchQuery" }, { id: "elasticsearchQuery" }],
    });
    await expect
      .poll(async () => (await api.call("GET", "/_analytics/pipelines/usage")).body)
      .toMatchObject({ pipelines: expect.arrayContaining([{ key: id, count: 1 }]) as unknown });
  });
});
