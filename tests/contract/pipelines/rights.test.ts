import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "../api";
import { makePipeline, pipelineOf, searchPipeline, sendForm, words } from "./support";

// As whom a pipeline runs: nobody is let in but by its stage, and nothing is done that caller and author may not both do.

const NO_LIMITS = Object.fromEntries(
  ["pipelines", "reactivesearch", "docs", "search", "indices", "ip"].map((name) => [`${name}_limit`, 100_000]),
);
const ACLS = ["bulk", "index", "create", "update", "search", "get", "count", "msearch", "delete"];

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

const credential = (fields: object) =>
  api.credential({
    categories: ["reactivesearch", "search", "docs"],
    ...("categories" in fields ? {} : { acls: ACLS }),
    ops: ["read"],
    indices: ["*"],
    limits: NO_LIMITS,
    ...fields,
  });
const ask = (path: string, as: string | null, body: unknown = words("boot")) => api.call("POST", path, body, { as });
const SourcesSchema = z.looseObject({
  s: z.looseObject({
    hits: z.looseObject({ hits: z.array(z.looseObject({ _source: z.record(z.string(), z.unknown()) })) }),
  }),
});
const fieldsIn = (body: unknown) =>
  [...new Set(SourcesSchema.parse(body).s.hits.hits.flatMap(({ _source }) => Object.keys(_source)))].sort();

describe("who is let in", () => {
  it("is who may call the route by its category, index and operation", async () => {
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes" }) });
    expect((await ask("/find", null)).status).toBe(401);
    expect((await ask("/find", basic("nobody", "wrong"))).status).toBe(401);
    expect((await ask("/find", await credential({}))).status).toBe(200);
    expect((await ask("/find", await credential({ categories: ["docs"] }))).status).toBe(401);
    expect((await ask("/find", await credential({ indices: ["hats"] }))).status).toBe(401);
    expect((await ask("/find", await credential({ ops: ["write"] }))).status).toBe(401);
  });

  it("is nobody by a pipeline without the stage, nor by one where it is passed over or fails", async () => {
    const open = { response: { body: "{}" } };
    const tell = { id: "tell", script: `function handleRequest() { return ${JSON.stringify(open)} }` };
    const stages = {
      without: [tell],
      off: [{ use: "authorization", enabled: false }, tell],
      "passed-over": [{ use: "authorization", trigger: { expression: "false" } }, tell],
      behind: [tell, { use: "authorization" }],
    };
    for (const [name, list] of Object.entries(stages)) {
      await makePipeline(api, { content: { ...pipelineOf(`/${name}`, []), stages: list } });
      expect([name, (await api.call("POST", `/${name}`, {})).status]).toEqual([name, 401]);
    }
    await makePipeline(api, { content: pipelineOf("/fails", [tell]) });
    expect((await ask("/fails", basic("nobody", "wrong"))).status).toBe(401);
  });
});

describe("what caller and author may not both do", () => {
  it("is not done: fields that one of them may not see are not there", async () => {
    const author = await credential({
      categories: ["pipelines", "reactivesearch", "search", "docs"],
      ops: ["read", "write", "delete"],
      exclude_fields: ["price"],
    });
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes" }) }, { as: author });
    const limited = await credential({ exclude_fields: ["brand"] });
    expect(fieldsIn((await ask("/find", limited)).body)).toEqual(["made", "name", "place"]);
    expect(fieldsIn((await ask("/shoes/_reactivesearch", limited)).body)).toContain("price");
  });

  it("is not done: an index that the caller may not use is not read for him by any stage", async () => {
    const leak = { response: "{{secret}}" };
    const tell = {
      id: "tell",
      script: "function handleRequest() { return { response: { body: JSON.stringify(context.secret ?? null) } } }",
    };
    const ways: Record<string, object> = {
      "http-request": { id: "secret", use: "httpRequest", inputs: { url: "/hats/_search" } },
      query: {
        id: "secret",
        use: "elasticsearchQuery",
        inputs: { path: "/hats/_search", method: "POST", independentBody: "{}" },
      },
      system: { id: "secret", use: "httpRequest", inputs: { url: "/.users/_search" } },
      users: { id: "secret", use: "httpRequest", inputs: { url: "/_users" } },
    };
    const caller = await credential({ indices: ["shoes"] });
    for (const [name, stage] of Object.entries(ways)) {
      await makePipeline(api, { content: pipelineOf(`/leak-${name}`, [stage, tell], { envs: { index: ["shoes"] } }) });
      const answer = await ask(`/leak-${name}`, caller, leak);
      expect([name, answer.status, answer.text]).toEqual([name, 200, "null"]);
    }
    // An admin's power over system indices stays with him, too.
    expect((await api.call("POST", "/leak-system", {})).text).toBe("null");
  });

  it("is not done: the index that a script names is the caller's to use", async () => {
    const move = { id: "move", script: "function handleRequest() { return { envs: { index: ['hats'] } } }" };
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", before: [move] }) });
    expect((await ask("/find", await credential({ indices: ["shoes"] }))).status).toBe(401);
    expect((await ask("/find", await credential({}))).status).toBe(200);
  });

  it("is not done: a search for who may not search, however the route is classified", async () => {
    const routes = [{ path: "/find", method: "POST", classify: { category: "docs", acl: "get" } }];
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes", routes }) });
    expect((await ask("/find", await credential({ categories: ["docs"] }))).status).toBe(401);
    expect((await ask("/find", await credential({}))).status).toBe(200);
    const author = await credential({ categories: ["pipelines"], ops: ["read", "write"] });
    const tried = await sendForm(
      api,
      "POST",
      "/_pipeline/validate",
      {
        content: searchPipeline("/tried", { index: "shoes" }),
        parts: { request: JSON.stringify({ body: JSON.stringify(words("boot")) }) },
      },
      { as: author },
    );
    expect(tried.body).toMatchObject({ error: { code: 401 } });
  });

  it("is not done: what is written is shown to no author whose fields are limited", async () => {
    const acls = ["bulk", "index", "create", "update", "get", "delete"];
    const all = { categories: ["pipelines", "docs"], acls, ops: ["read", "write", "delete"] };
    const routes = [{ path: "/shoes/_doc/{id}", method: "PUT", classify: { category: "docs", acl: "index" } }];
    const content = pipelineOf("/shoes/_doc/{id}", [{ use: "elasticsearchQuery", continueOnError: false }], { routes });
    await makePipeline(api, { content }, { as: await credential({ ...all, exclude_fields: ["price"] }) });
    expect((await api.call("PUT", "/shoes/_doc/9?refresh=true", { name: "Clog" })).status).toBe(503);
    const id = z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_pipelines")).body)[0]?.id ?? "";
    await sendForm(api, "PUT", `/_pipeline/${id}`, { content }, { as: await credential(all) });
    expect((await api.call("PUT", "/shoes/_doc/9?refresh=true", { name: "Clog" })).status).toBe(201);
    await api.call("DELETE", "/shoes/_doc/9?refresh=true");
  });

  it("is not done: a call that only reads changes nothing", async () => {
    const write = {
      id: "write",
      use: "elasticsearchQuery",
      inputs: { path: "/shoes/_doc/planted", method: "PUT", body: '{"name":"Planted"}' },
      continueOnError: false,
    };
    await makePipeline(api, { content: pipelineOf("/find", [write], { envs: { index: ["shoes"] } }) });
    expect((await api.call("POST", "/find", {})).status).toBe(401);
    expect((await api.call("GET", "/shoes/_doc/planted")).status).toBe(404);
  });

  it("is not done: a call that writes documents changes nothing else, an admin's neither", async () => {
    const routes = [{ path: "/in", method: "PUT", classify: { category: "docs", acl: "index" } }];
    const others = [
      ["DELETE", "/hats", ""],
      ["DELETE", "/hats/_doc/1", ""],
      ["PUT", "/planted", "{}"],
      ["POST", "/_user", '{"username":"planted","password":"a-long-password","email":"p@example.org"}'],
      ["POST", "/_permission", "{}"],
    ] as const;
    for (const [method, path, body] of others) {
      const inputs = { path, method, ...(body !== "" && { body }) };
      const stage = { id: "other", use: "elasticsearchQuery", inputs, continueOnError: false };
      const id = await makePipeline(api, {
        content: pipelineOf("/in", [stage], { routes, envs: { index: ["shoes"] } }),
      });
      expect([path, (await api.call("PUT", "/in", {})).status]).toEqual([path, 401]);
      await api.call("DELETE", `/_pipeline/${id}`);
    }
    expect((await api.call("GET", "/hats/_doc/1")).status).toBe(200);
  });

  it("stops the pipeline where its author has gone, or may write none any more; it is not passed over", async () => {
    const name = `author-${Math.random().toString(36).slice(2)}`;
    await api.call("POST", "/_user", {
      username: name,
      password: "a-long-password",
      email: `${name}@example.org`,
      allowed_actions: ["pipelines"],
      indices: ["*"],
    });
    const author = basic(name, "a-long-password");
    await makePipeline(api, { content: searchPipeline("/shoes/_reactivesearch", {}) }, { as: author });
    const caller = await credential({});
    expect((await ask("/shoes/_reactivesearch", caller)).status).toBe(200);
    await api.call("PATCH", `/_user/${name}`, { allowed_actions: ["analytics"] });
    await expect.poll(async () => (await ask("/shoes/_reactivesearch", caller)).status).toBe(503);
    await api.call("DELETE", `/_user/${name}`);
    expect((await ask("/shoes/_reactivesearch", caller)).status).toBe(503);
  });
});

describe("what may not be seen", () => {
  const look = {
    id: "look",
    script: "function handleRequest() { return { response: { body: JSON.stringify(context) } } }",
  };

  it("is the caller's password, by scripts", async () => {
    await makePipeline(api, { content: pipelineOf("/look", [look]) });
    const { text } = await api.call("POST", "/look", {}, { headers: { Cookie: "a=b" } });
    expect(text).toContain("content-type");
    expect(text).not.toMatch(/authorization|basic |cookie/i);
  });

  it("is the value of a global variable, in logs and trials", async () => {
    const value = "s3cret-value-of-mine";
    await api.call("DELETE", "/_pipelines/env/TOKEN");
    expect((await api.call("POST", "/_pipelines/env", { key: "TOKEN", label: "Token", value })).status).toBe(201);
    const loud = {
      id: "loud",
      script:
        "function handleRequest() { console.log(context.envs.TOKEN); throw new Error('with ' + context.envs.TOKEN + ' ' + btoa(context.envs.TOKEN)) }",
      continueOnError: false,
    };
    const routes = [{ path: "/loud", method: "POST", classify: { category: "reactivesearch" }, recordLogs: true }];
    const content = pipelineOf("/loud", [loud], { routes });
    const id = await makePipeline(api, { content });
    const told = [await api.call("POST", "/loud", {})];
    const logs = async () => (await api.call("GET", `/_pipeline/${id}/logs`)).text;
    await expect.poll(logs).toContain('"total":1');
    const log = /"id":"([^"]+)"/.exec(await logs())?.[1] ?? "";
    told.push(
      await api.call("GET", `/_pipelines/log/${log}`),
      await sendForm(api, "POST", "/_pipeline/validate", { content }),
    );
    for (const { text } of told) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString("base64"));
    }
    await api.call("DELETE", "/_pipelines/env/TOKEN");
  });
});

describe("the calls of pipelines", () => {
  it("are for who holds their category and all indices", async () => {
    const content = searchPipeline("/find", {});
    const as = async (fields: object) =>
      sendForm(api, "POST", "/_pipeline", { content }, { as: await credential(fields) });
    const all = { categories: ["pipelines"], ops: ["read", "write"] };
    expect((await as({ ...all, categories: ["rules"] })).status).toBe(401);
    expect((await as({ ...all, indices: ["shoes"] })).status).toBe(401);
    expect((await as({ ...all, ops: ["read"] })).status).toBe(401);
    expect((await as(all)).status).toBe(201);
  });

  it.each(["/", "/_user", "/_pipeline/x", "/_permission", "/_pipelines", "/arc/plan", "/_public_key"])(
    "take no path of the management: %s",
    async (path) => {
      const made = await sendForm(api, "POST", "/_pipeline", { content: searchPipeline(path, {}) });
      expect(made.status).toBe(400);
    },
  );
});

it.each([
  "http://127.0.0.1:9200/",
  "http://localhost/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://169.254.169.254/latest/meta-data/",
  "file:///etc/passwd",
  "gopher://127.0.0.1/",
  "http://user:pass@example.org/",
  "http://example.org/",
])("no stage calls an address that the operator does not list: %s", async (url) => {
  const stage = { id: "out", use: "httpRequest", inputs: { url }, continueOnError: false };
  await makePipeline(api, { content: pipelineOf("/out", [stage]) });
  const { status, text } = await api.call("POST", "/out", {});
  expect([status, text]).toEqual([502, expect.stringContaining("not allowed")]);
});
