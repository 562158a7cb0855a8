import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "../../api";

// A script that asks for more than its author or the caller may has failed: the searcher gets what he gets without it,
// and what its rule keeps back stays so.

let api: Api;

const ADMIN = basic("foo", "bar");
const WRITER = {
  indices: ["*"],
  categories: ["rules", "reactivesearch"],
  ops: ["read", "write", "delete"],
  limits: { rules_limit: 100_000, reactivesearch_limit: 100_000, ip_limit: 1_000_000 },
};
const FEW = { ...WRITER, reactivesearchConfig: { maxSize: 1, disableQueryDSL: true } };
const QUERY = { id: "s", dataField: ["name"], value: "boot" };

const RuleSchema = z.looseObject({
  id: z.string(),
  failures: z.looseObject({ count: z.number(), recent: z.array(z.looseObject({ message: z.string() })) }).optional(),
});
const AnswerSchema = z.looseObject({
  settings: z.looseObject({ queryRules: z.array(z.string()).optional() }),
  s: z.looseObject({ hits: z.looseObject({ hits: z.array(z.looseObject({ _id: z.string() })) }) }),
});

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of await rules()) await api.call("DELETE", `/_rule/${id}`);
});

const rules = async () => z.array(RuleSchema).parse((await api.call("GET", "/_rules")).body);
/** How often each rule has failed. */
const counts = async () => Object.fromEntries((await rules()).map(({ id, failures }) => [id, failures?.count ?? 0]));
const scripted = (script: string) => ({ type: "script", script });
const onRequest = (change: string) =>
  scripted(
    `function handleRequest() { const body = JSON.parse(context.request.body); ${change}; return { body: JSON.stringify(body) }; }`,
  );
const LOOKS = scripted("function handleResponse() { return { body: { settings: {}, seen: context } } }");

async function rule(actions: object[], as = ADMIN): Promise<string> {
  const made = await api.call("POST", "/_rule", { trigger: { type: "always" }, actions }, { as });
  expect(made.status, made.text).toBe(201);
  return RuleSchema.parse(made.body).id;
}

async function found(query: object = {}, { as = ADMIN, index = "shoes" }: { as?: string; index?: string } = {}) {
  const { status, text, body } = await api.call(
    "POST",
    `/${index}/_reactivesearch`,
    { query: [{ ...QUERY, ...query }] },
    { as },
  );
  expect(status, text).toBe(200);
  const { s, settings } = AnswerSchema.parse(body);
  return { ids: s.hits.hits.map(({ _id }) => _id), rules: settings.queryRules ?? [], text };
}

describe("a script that asks for too much", () => {
  // Orders: a new rule comes above the others.
  test.each([0, 1, 2])("is the one that is dropped, at place %i among others", async (place) => {
    const changes = Array.from(
      { length: 3 },
      (_, at) => `body.query.push({ id: "q${at}", dataField: ["name"], value: "sandal" })`,
    );
    const ids: string[] = [];
    for (const [at, change] of changes.entries())
      ids.push(
        await rule([onRequest(at === place ? `${change}; body.query[0].defaultQuery = { id: "nowhere" }` : change)]),
      );
    const { ids: hits, rules: ran, text } = await found();
    expect(hits).toEqual(["1", "2"]);
    expect(ran.toSorted()).toEqual(ids.filter((_, at) => at !== place).toSorted());
    for (const at of [0, 1, 2]) expect(text.includes(`"q${at}":`)).toBe(at !== place);
    expect(await counts()).toEqual(Object.fromEntries(ids.map((id, at) => [id, at === place ? 1 : 0])));
  });

  test("of several each is counted", async () => {
    const ids = [
      await rule([onRequest(`body.query[0].defaultQuery = { id: "nowhere" }`)]),
      await rule([onRequest(`body.query.push({ id: "x", index: "hats" })`)]),
    ];
    expect((await found()).ids).toEqual(["1", "2"]);
    expect(await counts()).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  });

  test("says what it was", async () => {
    await rule([onRequest(`body.query[0].size = 100`)]);
    await found({}, { as: await api.credential({ ...WRITER, reactivesearchConfig: { maxSize: 50 } }) });
    const message = "with it the search is refused: maximum allowed size is 50";
    expect(await rules()).toMatchObject([{ failures: { recent: [{ message }] } }]);
  });

  test("fails too where the engine takes nothing of the search for its sake", async () => {
    const others = [await rule([onRequest(`body.query[0].value = "sandal"`)])];
    const id = await rule([onRequest(`body.query.push({ id: "x", defaultQuery: { query: { nothing: {} } } })`)]);
    others.push(await rule([onRequest(`body.query.push({ id: "y", dataField: ["name"], value: "sandal" })`)]));
    expect((await found()).ids).toEqual(["3"]);
    expect(await counts()).toEqual({ [id]: 1, ...Object.fromEntries(others.map((one) => [one, 0])) });
  });

  test("is not open to a pattern that leads to a system index by another name", async () => {
    await api.call("POST", "/_aliases", { actions: [{ add: { index: ".permissions", alias: "who" } }] });
    const id = await rule([onRequest(`body.query.push({ id: "x", index: "wh*" })`)]);
    expect((await found({}, { as: await api.credential(WRITER), index: "*" })).text).not.toContain('"x":');
    expect(await counts()).toEqual({ [id]: 1 });
    await api.call("POST", "/_aliases", { actions: [{ remove: { index: ".permissions", alias: "who" } }] });
  });

  test("leaves in force what its rule filters and hides", async () => {
    const keeping = [
      { type: "add_filter", data: { brand: "acme" } },
      { type: "hide_result", data: ["1"] },
    ];
    for (const as of [ADMIN, await api.credential(FEW)]) {
      const id = await rule(
        [
          ...keeping,
          { type: "replace_search_term", data: "sandal" },
          onRequest(`body.query.push({ id: "x", index: "hats" })`),
        ],
        as,
      );
      expect(await found({ value: "" })).toMatchObject({ ids: ["3"], rules: [id] });
      expect(await counts()).toEqual({ [id]: 1 });
      await api.call("DELETE", `/_rule/${id}`);
    }
  });

  test("sees no answer that its author may not ask for, and the search goes on", async () => {
    const id = await rule([LOOKS], await api.credential(FEW));
    const { ids, text } = await found({ size: 10 });
    expect(ids).toEqual(["1", "2"]);
    expect(text).not.toContain("seen");
    expect(await counts()).toEqual({ [id]: 1 });
  });

  test("is not to blame for what the caller may not ask for himself", async () => {
    const id = await rule([onRequest(`body.query[0].value = "sandal"`)]);
    const as = await api.credential({ ...WRITER, reactivesearchConfig: { maxSize: 50 } });
    const { status, body } = await api.call(
      "POST",
      "/shoes/_reactivesearch",
      { query: [{ ...QUERY, size: 100 }] },
      { as },
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message: "maximum allowed size is 50" } });
    expect(await counts()).toEqual({ [id]: 0 });
  });
});

describe("a rule without a script", () => {
  test.each<[string, object]>([
    ["filters", { type: "add_filter", data: { brand: "acme" } }],
    ["says which fields are searched", { type: "search_settings", data: { dataField: ["name"] } }],
    ["replaces words", { type: "replace_words", data: { shoe: "boot" } }],
  ])("that %s sets the searcher no limits of its author's", async (_name, action) => {
    const id = await rule([action], await api.credential(FEW));
    const aggs = { brands: { terms: { field: "brand" } } };
    const {
      ids,
      rules: ran,
      text,
    } = await found({ size: 10, defaultQuery: { query: { match: { name: "boot" } }, aggs } });
    expect(ids).toContain("1");
    expect(ids).not.toContain("3");
    expect(ran).toEqual([id]);
    expect(text).toContain('"key":"acme"');
  });
});
