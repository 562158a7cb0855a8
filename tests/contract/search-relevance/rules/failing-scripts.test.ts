import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../../api";

// A script that fails must not stop what it was to change: neither a search nor what others do in it.

let api: Api;

const HitsSchema = z.looseObject({ hits: z.looseObject({ hits: z.array(z.looseObject({ _id: z.string() })) }) });
const AnswerSchema = z.looseObject({
  settings: z.looseObject({ queryRules: z.array(z.string()).optional() }),
  s: HitsSchema,
});
type Rule = { name?: string; actions: { type: string; data?: unknown; script?: string }[] };

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body))
    await api.call("DELETE", `/_rule/${id}`);
});

async function rule(body: Rule): Promise<string> {
  const made = await api.call("POST", "/_rule", { trigger: { type: "always" }, ...body });
  expect(made.status, made.text).toBe(201);
  return z.object({ id: z.string() }).parse(made.body).id;
}

const QUERY = { id: "s", dataField: ["name"], value: "boot" };
const MARK = [{ type: "custom_data", data: "fired" }];
const ask = (query: unknown[] = [QUERY], { settings = {} }: { settings?: object } = {}) =>
  api.call("POST", "/shoes/_reactivesearch", { query, settings });

async function found(...given: Parameters<typeof ask>) {
  const { body, text, status } = await ask(...given);
  expect(status, text).toBe(200);
  const answer = AnswerSchema.parse(body);
  return { ...answer, ids: answer.s.hits.hits.map(({ _id }) => _id), rules: answer.settings.queryRules ?? [] };
}

const FailuresSchema = z.looseObject({
  count: z.number(),
  first_at: z.number(),
  last_at: z.number(),
  recent: z.array(z.looseObject({ message: z.string(), logs: z.array(z.string()) })),
});
const FailedSchema = z.looseObject({ failures: FailuresSchema.optional() });
const failuresOf = async (id: string) => FailedSchema.parse((await api.call("GET", `/_rule/${id}`)).body).failures;

const UNREADABLE = "function handleRequest() { return { body: '{\"query\":1}' } }";
const onBody = (change: string) =>
  `function handleRequest() { const body = JSON.parse(context.request.body); ${change}; return { body: JSON.stringify(body) }; }`;

describe("scripts of searches", () => {
  test.each<[string, string, unknown]>([
    ["throws", "function handleRequest() { throw new Error('no') }", expect.stringMatching(/^Error: no/)],
    [
      "throws over the answer",
      "function handleResponse() { throw new Error('no') }",
      expect.stringMatching(/^Error: no/),
    ],
    [
      "throws what is no error",
      "async function handleRequest() { throw { a: 1 } }",
      expect.stringContaining("no message"),
    ],
    ["gives no request", UNREADABLE, expect.stringContaining("gave a request that cannot be read")],
    [
      "gives a request that is no JSON",
      "function handleRequest() { return { body: 'x' } }",
      expect.stringContaining("gave a request that cannot be read"),
    ],
    ["gives no JSON", "function handleResponse() { return { body: 'x' } }", "it gave an answer that is no JSON"],
    [
      "gives no status",
      "function handleResponse() { return { code: 99 } }",
      expect.stringContaining("no status from 200 to 599"),
    ],
    [
      "fetches",
      "async function handleRequest() { await fetch('http://127.0.0.1:9200') }",
      expect.stringContaining("SCRIPT_ALLOWED_URLS"),
    ],
    [
      "takes all memory",
      onBody("const a = []; while (body.query[0].value !== 'example') a.push(new ArrayBuffer(1e6))"),
      expect.stringMatching(/memory|longer than 5 s/),
    ],
    [
      "calls itself",
      onBody("const f = () => (body.query[0].value !== 'example' ? 1 + f() : 0); f()"),
      expect.stringContaining("too deeply"),
    ],
    [
      "calls what is not there",
      onBody("if (body.query[0].value !== 'example') missing()"),
      expect.stringContaining("missing"),
    ],
    [
      "never comes to an end",
      onBody("while (body.query[0].value !== 'example');"),
      expect.stringContaining("took longer than 5 s"),
    ],
  ])(
    "one that %s lets the search through as if its rule were not there, and is counted",
    async (_name, script, message) => {
      const other = await rule({ actions: MARK });
      const id = await rule({
        name: "Odd",
        actions: [
          { type: "custom_data", data: { odd: true } },
          { type: "replace_search_term", data: "sandal" },
          { type: "script", script },
        ],
      });
      expect(await failuresOf(id)).toBeUndefined();
      const { ids, rules, s, settings } = await found();
      expect(ids).toEqual(["1", "2"]);
      expect(rules).toEqual([other]);
      expect(s["customData"]).toBe("fired");
      expect(settings).not.toHaveProperty("script_took");
      const failures = await failuresOf(id);
      expect(failures).toMatchObject({ count: 1, recent: [{ message, logs: [] }] });
      expect(failures?.last_at).toBeCloseTo(Date.now() / 1000, -1);
    },
  );

  test("one that fails does not open what its rule hides and filters", async () => {
    const script = "function handleRequest() { throw new Error('no') }";
    const id = await rule({
      actions: [
        { type: "hide_result", data: ["1"] },
        { type: "custom_data", data: 1 },
        { type: "script", script },
      ],
    });
    const { ids, rules, s } = await found();
    expect(ids).toEqual(["2"]);
    expect(rules).toEqual([id]);
    expect(s).not.toHaveProperty("customData");
  });

  test("failures are counted in few writes, listed with the last message, and those of an older script do not count", async () => {
    const script =
      "function handleRequest() { for (let at = 0; at < 25; at++) console.log('seen' + 'x'.repeat(600)); throw new Error(context.envs.query) }";
    const id = await rule({ name: "Odd", actions: [{ type: "script", script }] });
    const before = await api.call("GET", "/.rule_failures/_count");
    await Promise.all(Array.from({ length: 30 }, (_, at) => found([{ ...QUERY, value: `boot ${at}` }])));
    const list = z.array(FailedSchema.extend({ id: z.string() })).parse((await api.call("GET", "/_rules")).body);
    expect(list.find((one) => one.id === id)?.failures).toMatchObject({
      count: 30,
      recent: [{ message: expect.stringContaining("boot") }],
    });
    const kept = await failuresOf(id);
    expect(kept?.recent).toHaveLength(20);
    expect(kept?.recent[0]?.logs.map((line) => line.length)).toEqual(Array.from({ length: 20 }, () => 500));
    const written = z
      .object({ _version: z.number() })
      .parse((await api.call("GET", `/.rule_failures/_doc/${id}`)).body);
    expect(written._version).toBeLessThanOrEqual(10);
    expect(before.status).toBe(200);
    await api.call("PUT", `/_rule/${id}`, {
      actions: [{ type: "script", script: "function handleRequest() { throw 1 }" }],
    });
    expect(await failuresOf(id)).toBeUndefined();
    await found();
    expect(await failuresOf(id)).toMatchObject({ count: 1 });
    await api.call("DELETE", `/_rule/${id}`);
    expect((await api.call("GET", `/.rule_failures/_doc/${id}`)).status).toBe(404);
  });

  test("one that takes too much three times in a row rests, and is counted all the same", async () => {
    const script =
      "function handleResponse() { const f = () => (context.request.body.includes('boot') ? 1 + f() : 0); f(); }";
    const id = await rule({ name: "Deep", actions: [{ type: "script", script }] });
    for (let round = 0; round < 5; round++) expect((await found()).rules).toEqual([]);
    const failures = await failuresOf(id);
    expect(failures?.count).toBe(5);
    expect(failures?.recent).toHaveLength(3);
  });

  test("one that is only tried is told what is wrong", async () => {
    const queryRule = {
      name: "Odd",
      trigger: { type: "always" },
      actions: [{ type: "script", script: "function handleRequest() { throw new Error('no') }" }],
    };
    const { status, body } = await ask([QUERY], { settings: { queryRule } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { message: expect.stringMatching(/^the script of the rule Odd failed: Error: no/) },
    });
  });

  test("several that fail in one search, before and after it, and analytics count it once without them", async () => {
    const bad = await rule({ actions: [{ type: "script", script: "function handleRequest() { throw 1 }" }] });
    const worse = await rule({ actions: [{ type: "script", script: "function handleResponse() { throw 2 }" }] });
    const good = await rule({
      actions: [
        {
          type: "script",
          script:
            "function handleResponse() { const body = JSON.parse(context.response.body); body.s.good = 1; return { body } }",
        },
      ],
    });
    const { ids, rules, s } = await found([QUERY], { settings: { recordAnalytics: true, userId: "who" } });
    expect([ids, rules, s["good"]]).toEqual([["1", "2"], [good], 1]);
    for (const id of [bad, worse]) expect(await failuresOf(id)).toMatchObject({ count: 1 });
    await expect
      .poll(async () => {
        await api.call("POST", "/.analytics/_refresh");
        return (await api.call("GET", "/_analytics/rules/usage")).body;
      })
      .toEqual({ rules: [{ key: good, count: 1 }] });
  });
});
