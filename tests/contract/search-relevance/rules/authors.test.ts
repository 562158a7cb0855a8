import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "../../api";

let api: Api;
/** Somebody who writes rules and has all indices, and is no admin. */
let author: string;

const WRITER = {
  indices: ["*"],
  categories: ["rules", "reactivesearch", "docs", "search"],
  ops: ["read", "write", "delete"],
  acls: ["bulk", "index", "create", "update", "search", "get"],
  // More than thirty rules are made within a second here.
  limits: Object.fromEntries(
    ["rules", "reactivesearch", "docs", "search", "ip"].map((name) => [`${name}_limit`, 100_000]),
  ),
};
const QUERY = { id: "s", dataField: ["name"], value: "boot" };
const TRIGGER = { type: "always" };

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
  author = await api.credential(WRITER);
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of await rules()) await api.call("DELETE", `/_rule/${id}`);
  for (const id of ["kept", "planted"]) await api.call("DELETE", `/.rules/_doc/${id}?refresh=true`);
});

const RuleSchema = z.looseObject({
  id: z.string(),
  author: z.object({ name: z.string(), kind: z.string() }).optional(),
  stopped: z.object({ part: z.string(), reason: z.string(), message: z.string() }).optional(),
});

async function rules() {
  return z.array(RuleSchema).parse((await api.call("GET", "/_rules")).body);
}

async function rule(body: object, as = author): Promise<string> {
  const made = await api.call("POST", "/_rule", { name: "Made", trigger: TRIGGER, ...body }, { as });
  expect(made.status, made.text).toBe(201);
  return RuleSchema.parse(made.body).id;
}

const scripted = (script: string) => ({ actions: [{ type: "script", script }] });
const onRequest = (change: string) =>
  scripted(
    `function handleRequest() { const body = JSON.parse(context.request.body); ${change}; return { body: JSON.stringify(body) }; }`,
  );
const onLines = (change: string) => ({
  trigger: { type: "index" },
  ...scripted(`function handleRequest() { let body = context.request.body; ${change}; return { body }; }`),
});
const hides = { actions: [{ type: "hide_result", data: ["1"] }] };

async function ask(
  query: unknown[] = [QUERY],
  { settings = {}, index = "shoes", as }: { settings?: object; index?: string; as?: string } = {},
) {
  return api.call("POST", `/${index}/_reactivesearch`, { query, settings }, as === undefined ? {} : { as });
}

const AnswerSchema = z.looseObject({
  s: z.looseObject({ hits: z.looseObject({ hits: z.array(z.looseObject({ _id: z.string() })) }) }),
});
const idsIn = (body: unknown) => AnswerSchema.parse(body).s.hits.hits.map(({ _id }) => _id);

describe("what a script adds to an admin's search", () => {
  async function expectDropped(id: string) {
    const { status, body, text } = await ask();
    expect(status, text).toBe(200);
    expect(idsIn(body)).toEqual(["1", "2"]);
    expect(text).not.toMatch(/password|"x":/);
    expect(await rules()).toMatchObject([
      {
        id,
        failures: {
          count: 1,
          recent: [{ message: expect.stringMatching(/^(?:it added|with it the search is refused:) /) }],
        },
      },
    ]);
  }

  test.each<[string, string]>([
    ["a query on credentials", `body.query.push({ id: "x", index: ".permissions" })`],
    ["a query on all hidden indices", `body.query.push({ id: "x", index: ".*" })`],
    ["a query on another index", `body.query.push({ id: "x", index: "hats" })`],
    ["another index beside its own", `body.query[0].index = "shoes,hats"`],
    ["an index under a member in another case", `body.query.push({ id: "x", Index: ".permissions" })`],
    [
      "terms out of credentials",
      `body.query[0].defaultQuery = { query: { terms: { name: { index: ".permissions", id: "x", path: "password" } } } }`,
    ],
    [
      "a query that counts credentials by an aggregation",
      `body.query[0].defaultQuery = { query: { percolate: { index: ".users", id: "a", field: "b" } } }`,
    ],
    [
      "popular searches of another index",
      `body.query.push({ id: "x", type: "suggestion", enablePopularSuggestions: true, popularSuggestionsConfig: { index: "hats" } })`,
    ],
    [
      "recent searches of another index",
      `body.query.push({ id: "x", type: "suggestion", enableRecentSuggestions: true, recentSuggestionsConfig: { index: "hats" } })`,
    ],
    ["an endpoint", `body.query.push({ id: "x", endpoint: { url: "/_users", method: "GET" } })`],
    ["an endpoint in another case", `body.query.push({ id: "x", EndPoint: { URL: "/_permissions", method: "GET" } })`],
    ["an endpoint in another list", `body.QUERY = [{ id: "x", endpoint: { url: "/_users" } }]`],
    ["a script in the engine's language", `body.query[0].defaultQuery = { query: { script: { script: "true" } } }`],
    ["a query that cannot be translated", `body.query.push({ id: "x", type: "geo", dataField: ["place", "name"] })`],
    [
      "more queries than a search may hold",
      `for (let at = 0; at < 200; at++) body.query.push({ id: "x" + at, value: "boot" })`,
    ],
    ["a stored query that is not there", `body.query[0].defaultQuery = { id: "nowhere" }`],
  ])("%s is dropped with all that it made, and counted", async (_name, change) => {
    const id = await rule(onRequest(`body.query[0].value = "sandal"; ${change}`));
    await expectDropped(id);
  });

  test("the same of a script whose author is an admin himself", async () => {
    const id = await rule(onRequest(`body.query.push({ id: "x", index: ".permissions" })`), basic("foo", "bar"));
    await expectDropped(id);
  });

  test("a stored query of a hidden index is dropped", async () => {
    await api.call("PUT", "/_storedquery/of-users", { index: ".users", query: { query: { match_all: {} } } });
    const id = await rule(onRequest(`body.query[0].defaultQuery = { id: "of-users" }`));
    await expectDropped(id);
    await api.call("DELETE", "/_storedquery/of-users");
  });

  test("no settings that reach further", async () => {
    await rule(
      onRequest(`body.settings = { recordAnalytics: true, userId: "somebody", queryRule: {}, backend: "mongodb" }`),
    );
    const answer = await ask();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers).not.toHaveProperty("x-search-id");
  });

  test("what stays in the indices of the call is taken", async () => {
    await rule(
      onRequest(
        `body.query.push({ id: "x", index: "shoes", dataField: ["name"], value: "sandal" }); body.query[0].value = "snow"`,
      ),
    );
    const { status, body, text } = await ask();
    expect(status, text).toBe(200);
    expect(idsIn(body)).toEqual(["1"]);
    expect(body).toMatchObject({ x: { hits: { hits: [{ _id: "3" }] } } });
    expect((await ask([QUERY], { index: "sho*,hats" })).status).toBe(200);
  });
});

describe("what a script sees", () => {
  const SEEING = scripted(`function handleResponse() { return { body: { settings: {}, seen: context } } }`);

  test("neither the endpoints of the caller nor their answers, which stay in his answer", async () => {
    await rule(SEEING);
    const endpoint = { url: "/_users", method: "GET", headers: { "x-note": "told" } };
    const { body, text } = await ask([QUERY, { id: "users", endpoint }]);
    const seen = z.looseObject({ seen: z.unknown() }).parse(body).seen;
    expect(JSON.stringify(seen)).not.toMatch(/told|_users|is_admin|username/);
    expect(text).toContain('"users"');
  });

  test("no search of a system index, by whatever name", async () => {
    await rule(SEEING);
    await api.call("POST", "/_aliases", { actions: [{ add: { index: ".permissions", alias: "who" } }] });
    for (const index of [".permissions", "who", "wh*", ".perm*", "shoes,.permissions"])
      expect((await ask([QUERY], { index })).text, index).not.toContain("seen");
    expect((await ask([{ ...QUERY, index: ".permissions" }])).text).not.toContain("seen");
    await api.call("POST", "/_aliases", { actions: [{ remove: { index: ".permissions", alias: "who" } }] });
  });

  test("no field that its author may not see, whoever asks", async () => {
    const limited = await api.credential({ ...WRITER, exclude_fields: ["brand"] });
    await rule(SEEING, limited);
    expect((await ask()).text).toContain("Snow boot");
    expect((await ask()).text).not.toContain("acme");
    const [{ id } = { id: "" }] = await rules();
    await api.call("DELETE", `/_rule/${id}`);
    await rule(SEEING);
    expect((await ask()).text).toContain("acme");
  });

  test.each<[string, object, object]>([
    ["excluded", { exclude_fields: ["price"] }, { exclude_fields: ["brand"] }],
    ["included", { include_fields: ["name", "brand"] }, { include_fields: ["name", "price"] }],
    ["included and excluded", { include_fields: ["name", "brand"] }, { exclude_fields: ["brand"] }],
    ["included, none in common", { include_fields: ["brand"] }, { include_fields: ["price"] }],
  ])("neither script nor caller sees a field that only one of them may, %s", async (_name, ofAuthor, ofCaller) => {
    const as = await api.credential({ ...WRITER, ...ofCaller });
    await rule(SEEING, await api.credential({ ...WRITER, ...ofAuthor }));
    const { status, text } = await ask([QUERY], { as });
    expect(status, text).toBe(200);
    expect(text.replaceAll("\\", "")).toContain('"_id":"1"');
    expect(text).not.toMatch(/acme|\b90\b/);
  });

  test.each<[string, object]>([
    ["add_filter", { actions: [{ type: "add_filter", data: { brand: "acme" } }] }],
    ["search_settings", { actions: [{ type: "search_settings", data: { dataField: ["brand"] } }] }],
    ["replace_search_query", { actions: [{ type: "replace_search_query", data: "brand:acme" }] }],
    ["a script", onRequest(`body.query[0].defaultQuery = { query: { term: { brand: "acme" } } }`)],
  ])("%s finds nothing by a field that its author may not see", async (_name, body) => {
    const limited = await api.credential({ ...WRITER, exclude_fields: ["brand"] });
    await rule(body, limited);
    expect(idsIn((await ask([{ ...QUERY, value: "acme" }])).body)).toEqual([]);
  });
});

describe("what a script adds to documents that an admin writes", () => {
  const line = (index: string, id: string) =>
    `{"index":{"_index":"${index}","_id":"${id}"}}\\n{"username":"${id}","is_admin":true,"password":"x"}\\n`;
  const BULK = '{"index":{"_index":"shoes","_id":"9"}}\n{"name":"Clog"}\n';

  test.each<[string, string, string, string]>([
    ["a user", `body += '${line(".users", "planted")}'`, "/_bulk", ".users"],
    ["a user, where the path names the index", `body += '${line(".users", "planted")}'`, "/shoes/_bulk", ".users"],
    ["a document of another index", `body += '${line("hats", "planted")}'`, "/_bulk", "hats"],
    ["a rule of somebody else", `body += '${line(".rules", "planted")}'`, "/_bulk", ".rules"],
    [
      "a user in the place of what was written",
      `body = body.replace('shoes', '.users').replace('"9"', '"planted"')`,
      "/_bulk",
      ".users",
    ],
    [
      "a line that sends on by a pipeline",
      `body += '{"index":{"_index":"shoes","_id":"planted","pipeline":"p"}}\\n{}\\n'`,
      "/_bulk",
      "shoes",
    ],
  ])("%s is refused, and nothing is written", async (_name, change, path, index) => {
    await rule(onLines(change));
    const answer = await api.call("POST", `${path}?refresh=true`, BULK, {
      headers: { "Content-Type": "application/x-ndjson" },
    });
    expect([400, 401], answer.text).toContain(answer.status);
    expect((await api.call("GET", `/${index}/_doc/planted`)).status).toBe(404);
  });

  test("a line of an index that the call names is written", async () => {
    await rule(onLines(`body += '${line("shoes", "10")}'`));
    expect((await api.call("POST", "/_bulk?refresh=true", BULK)).status).toBe(200);
    expect((await api.call("GET", "/shoes/_doc/10")).status).toBe(200);
    for (const id of ["9", "10"]) await api.call("DELETE", `/shoes/_doc/${id}?refresh=true`);
  });

  test("no script sees or changes a call that reaches a system index, by its name or an alias", async () => {
    await api.call("POST", "/_aliases", { actions: [{ add: { index: ".users", alias: "people" } }] });
    await rule(onLines(`throw new Error("ran")`));
    for (const index of [".users", "people"]) {
      const { status, text } = await api.call(
        "POST",
        "/_bulk?refresh=true",
        `{"index":{"_index":"${index}","_id":"planted"}}\n{"a":1}\n`,
      );
      expect(status, text).toBe(200);
    }
    expect((await api.call("PUT", "/people/_doc/planted?refresh=true", { a: 1 })).status).toBe(200);
    await api.call("DELETE", "/.users/_doc/planted?refresh=true");
    await api.call("POST", "/_aliases", { actions: [{ remove: { index: ".users", alias: "people" } }] });
  });

  test.each<[string, object]>([
    ["write no documents", { categories: ["rules", "reactivesearch"], acls: [] }],
    ["write no bulks", { acls: ["get"] }],
    ["not see all fields", { exclude_fields: ["name"] }],
  ])("the script of one who may %s does not run", async (_name, less) => {
    await rule(onLines(`throw new Error("ran")`), await api.credential({ ...WRITER, ...less }));
    expect((await api.call("POST", "/_bulk?refresh=true", BULK)).status).toBe(200);
    expect(await rules()).toMatchObject([{ stopped: { part: "script", reason: "author_may_not" } }]);
    await api.call("DELETE", "/shoes/_doc/9?refresh=true");
  });
});

describe("an author", () => {
  const user = {
    username: "mara",
    password: "a-quiet-owl",
    is_admin: false,
    indices: ["*"],
    allowed_actions: ["search-relevancy"],
  };

  test("is written by the server, whatever a body says", async () => {
    const forged = { name: "foo", kind: "user" };
    const id = await rule({ ...hides, author: forged, stopped: null });
    const named = (name: string) => ({ author: { name, kind: name === "foo" ? "user" : "credential" } });
    const [own = ""] = Buffer.from(author.slice(6), "base64").toString().split(":");
    expect(await rules()).toMatchObject([named(own)]);
    await api.call("PUT", `/_rule/${id}`, { author: forged, actions: hides.actions }, { as: author });
    expect(await rules()).toMatchObject([named(own)]);
  });

  test.each<[object, boolean]>([
    [{ order: 3 }, false],
    [{ name: "Another" }, false],
    [{ enabled: false }, false],
    [{ enabled: true }, true],
    [{ trigger: { type: "always" } }, true],
    [{ actions: [{ type: "custom_data", data: 1 }] }, true],
  ])("is who says what it does: %j changes him: %s", async (body, changes) => {
    const id = await rule(hides);
    expect((await api.call("PUT", `/_rule/${id}`, body)).status).toBe(200);
    expect(await rules()).toMatchObject([{ author: { kind: changes ? "user" : "credential" } }]);
  });

  test("who is gone stops his rules, and the search goes on", async () => {
    const made = await api.call("POST", "/_user", user);
    expect(made.status, made.text).toBe(201);
    await rule(hides, basic("mara", "a-quiet-owl"));
    expect(idsIn((await ask()).body)).toEqual(["2"]);
    await api.call("DELETE", "/_user/mara");
    expect(idsIn((await ask()).body)).toEqual(["1", "2"]);
    const message = "Author mara no longer exists. Save the rule to make yourself its author.";
    expect(await rules()).toMatchObject([{ stopped: { part: "rule", reason: "author_gone", message } }]);
    const [{ id } = { id: "" }] = await rules();
    expect((await api.call("PUT", `/_rule/${id}`, { actions: hides.actions })).status).toBe(200);
    expect(idsIn((await ask()).body)).toEqual(["2"]);
    expect((await rules())[0]).not.toHaveProperty("stopped");
  });

  test.each<[string, object]>([
    ["all indices", { indices: ["shoes"] }],
    ["the right to write rules", { categories: ["reactivesearch"] }],
    ["the right to write", { ops: ["read"] }],
  ])("who loses %s stops his rules", async (_name, less) => {
    const made = z
      .object({ username: z.string(), password: z.string() })
      .parse((await api.call("POST", "/_permission", WRITER)).body);
    await rule(hides, basic(made.username, made.password));
    expect(idsIn((await ask()).body)).toEqual(["2"]);
    expect((await api.call("PATCH", `/_permission/${made.username}`, less)).status).toBe(200);
    expect(idsIn((await ask()).body)).toEqual(["1", "2"]);
    expect(await rules()).toMatchObject([{ stopped: { part: "rule", reason: "author_may_not" } }]);
  });

  test("without the right to search stops the script alone", async () => {
    await rule(
      {
        actions: [...hides.actions, { type: "script", script: "function handleRequest() { throw new Error('ran') }" }],
      },
      await api.credential({ ...WRITER, categories: ["rules"], acls: [] }),
    );
    expect(idsIn((await ask()).body)).toEqual(["2"]);
    expect(await rules()).toMatchObject([{ stopped: { part: "script", reason: "author_may_not" } }]);
  });

  test("who is not known: a rule of before there were authors goes on, and its script does not run", async () => {
    const actions = [
      { type: "hide_result", data: '["1"]' },
      { type: "script", script: "function handleRequest() { throw new Error('ran') }" },
    ];
    await api.call("PUT", "/.rules/_doc/kept?refresh=true", { id: "kept", order: 9, trigger: TRIGGER, actions });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(idsIn((await ask()).body)).toEqual(["2"]);
    expect(await rules()).toMatchObject([{ stopped: { part: "script", reason: "no_author" } }]);
    await api.call("PUT", "/_rule/kept", { enabled: true });
    expect(idsIn((await ask()).body)).toEqual(["2"]);
    expect(await rules()).toMatchObject([
      { failures: { count: 1, recent: [{ message: expect.stringContaining("ran") }] } },
    ]);
  });
});

test("a rule that names a function does nothing here: it is not saved, and one that another server kept leaves searches alone", async () => {
  const actions = [{ type: "function", data: "greet" }];
  expect((await api.call("POST", "/_rule", { name: "Calls", trigger: TRIGGER, actions })).status).toBe(400);
  await api.call("PUT", "/.rules/_doc/kept?refresh=true", { id: "kept", order: 9, trigger: TRIGGER, actions });
  await new Promise((resolve) => setTimeout(resolve, 600));
  const { status, body } = await ask();
  expect([status, idsIn(body)]).toEqual([200, ["1", "2"]]);
});
