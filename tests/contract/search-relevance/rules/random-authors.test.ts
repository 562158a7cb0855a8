import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { randomFrom } from "../../../engines/generate/random";
import { type Api, basic, openApi } from "../../api";

// Rules, authors and callers by chance: whatever came of it, nothing that was returned or written is beyond what author
// and caller may both.

let api: Api;

const INDICES = ["shoes", "hats", "coats"] as const;
const PLACES = [
  ...INDICES,
  "footwear",
  "sho*",
  "*",
  "_all",
  "shoes,hats",
  ".users",
  ".permissions",
  ".rules",
  ".*",
  "who",
];
const LIMITS = { ip_limit: 1_000_000, rules_limit: 100_000, reactivesearch_limit: 100_000, docs_limit: 100_000 };
const ALL = {
  indices: ["*"],
  categories: ["rules", "reactivesearch", "docs", "search", "storedquery"],
  acls: ["bulk", "index", "create", "update", "get", "search"],
  ops: ["read", "write", "delete"],
  limits: LIMITS,
};

type Person = { name: string; as: string; indices: readonly string[]; brand: boolean };
let authors: Person[];
let callers: Person[];

async function person(
  name: string,
  { indices = ["*"], brand = true, ...more }: { indices?: string[]; brand?: boolean; [key: string]: unknown },
): Promise<Person> {
  const as = await api.credential({ ...ALL, indices, ...(brand ? {} : { exclude_fields: ["brand"] }), ...more });
  return { name, as, indices, brand };
}

beforeAll(async () => {
  api = await openApi();
  for (const index of INDICES) {
    await api.call("PUT", `/${index}`, {
      mappings: { properties: { name: { type: "text" }, brand: { type: "keyword" } } },
    });
    await api.call("PUT", `/${index}/_doc/1?refresh=true`, { name: `boot name-${index}`, brand: `brand-${index}` });
  }
  await api.call("POST", "/_aliases", {
    actions: [{ add: { index: "shoes", alias: "footwear" } }, { add: { index: ".permissions", alias: "who" } }],
  });
  await api.call("PUT", "/_storedquery/all", { index: "hats", query: { query: { match_all: {} } } });
  const admin = { name: "admin", as: basic("foo", "bar"), indices: ["*"], brand: true };
  authors = [
    admin,
    await person("all", {}),
    await person("no brand", { brand: false }),
    await person("names alone", { brand: false, include_fields: ["name"] }),
    await person("few", { reactivesearchConfig: { maxSize: 5, maxAggregationSize: 5 } }),
    await person("no language", { reactivesearchConfig: { disableQueryDSL: true } }),
    await person("no stored queries", { categories: ALL.categories.filter((category) => category !== "storedquery") }),
  ];
  callers = [
    ...authors,
    await person("shoes", { indices: ["shoes"] }),
    await person("shoes, no brand", { indices: ["shoes", "footwear"], brand: false }),
  ];
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_rules")).body))
    await api.call("DELETE", `/_rule/${id}`);
});

async function rule(author: Person, body: object): Promise<void> {
  const made = await api.call("POST", "/_rule", { trigger: { type: "always" }, ...body }, { as: author.as });
  expect(made.status, made.text).toBe(201);
}

const QUERY = [{ id: "s", dataField: ["name"], value: "boot" }];
const RulesSchema = z.array(
  z.looseObject({ id: z.string(), failures: z.looseObject({ count: z.number() }).optional() }),
);
const AnswerSchema = z.looseObject({ s: z.looseObject({ hits: z.looseObject({ hits: z.array(z.looseObject({})) }) }) });
// Scores tell of documents that were replaced and are not yet gone from the index's sums.
const hitsIn = (body: unknown) => AnswerSchema.parse(body).s.hits.hits.map(({ _score, ...hit }) => hit);
/** The answer to a caller, and how often the rules have failed in it; they are gone afterwards. */
async function once(caller: Person) {
  const answer = await api.call("POST", "/shoes/_reactivesearch", { query: QUERY }, { as: caller.as });
  const rules = RulesSchema.parse((await api.call("GET", "/_rules")).body);
  for (const { id } of rules) await api.call("DELETE", `/_rule/${id}`);
  return { ...answer, failed: rules.reduce((sum, { failures }) => sum + (failures?.count ?? 0), 0) };
}

const quoted = (value: unknown) => JSON.stringify(value);

/** Steps of a script that ask for more than anybody may. */
const MORE_STEPS = [
  `body.query[0].size = 5000;`,
  `for (let at = 0; at < 150; at++) body.query.push({ id: "x" + at });`,
  `body.query[0].defaultQuery = { query: { script: { script: "true" } } };`,
  `body.query[0].defaultQuery = { query: { match_all: {} }, pit: { id: "a" } };`,
  `body.query[0].defaultQuery = { query: { match_all: {} }, runtime_mappings: { a: { type: "keyword" } } };`,
  `body.query[0].defaultQuery = { query: { match_all: {} }, unknown: { a: 1 } };`,
  `body.query[0].defaultQuery = { id: "nowhere" };`,
  `body.query[0].value = {};`,
  `body.query[0].index = "other:shoes";`,
  `body.query[0].type = "odd";`,
];

/** Steps of a script that try to have more. */
const STEPS: ((place: string) => string)[] = [
  (place) => `body.query.push({ id: "x" + body.query.length, index: ${quoted(place)} });`,
  (place) => `body.query.push({ ID: "x" + body.query.length, Index: ${quoted(place)}, IncludeFields: ["*"] });`,
  (place) => `body.query[0].index = ${quoted(place)};`,
  (place) =>
    `body.query[0].defaultQuery = { query: { bool: { should: [{ match_all: {} }, { terms: { brand: { index: ${quoted(place)}, id: "1", path: "brand" } } }] } } };`,
  (place) =>
    `body.query[0].defaultQuery = { query: { more_like_this: { fields: ["brand"], like: [{ _index: ${quoted(place)}, _id: "1" }], min_term_freq: 1, min_doc_freq: 1 } } };`,
  () => `body.query[0].defaultQuery = { query: { match_all: {} }, aggs: { b: { terms: { field: "brand" } } } };`,
  () =>
    `body.query[0].defaultQuery = { query: { match_all: {} }, sort: ["brand"], _source: ["*"], docvalue_fields: ["brand"] };`,
  () => `body.query[0].includeFields = ["*"]; body.query[0].excludeFields = [];`,
  () => `body.query.push({ id: "f", type: "term", dataField: ["brand"] });`,
  () => `body.query[0].defaultQuery = { id: "all" };`,
  (place) => `body.query.push({ id: "e", endpoint: { url: "/" + ${quoted(place)} + "/_search", method: "GET" } });`,
  () => `body.query.push({ id: "e", endpoint: { url: "/_users", method: "GET" } });`,
  (place) =>
    `body.settings = { userId: "x", recordAnalytics: true, queryRule: { trigger: { type: "always" }, actions: [] } }; body.query[0].react = { and: ${quoted(place)} };`,
];
const FILTERS = [
  { type: "search_settings", data: { dataField: ["brand"] } },
  { type: "replace_search_query", data: "brand:*" },
  { type: "add_filter", data: { brand: INDICES.map((index) => `brand-${index}`) } },
];

const admits = ({ indices }: Person, index: string) => indices.includes("*") || indices.includes(index);

const seen = { ran: 0, dropped: 0 };

describe.each(Array.from({ length: 12 }, (_, seed) => seed + 1))("by chance, %i", (seed) => {
  const random = randomFrom(seed);
  const { pick } = random;
  const some = <Item>(items: readonly Item[], most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => pick(items));
  test("no search brings more than author and caller may see in the indices that it names, and none is refused", async () => {
    for (let run = 0; run < 12; run++) {
      const [author, caller] = [pick(authors), pick(callers)];
      const steps = some(STEPS, 3).map((step) => step(pick(PLACES)));
      if (random.chance(0.3)) steps.push(pick(MORE_STEPS));
      const script = `function handleRequest() { const body = JSON.parse(context.request.body); ${steps.join(" ")} return { body: JSON.stringify(body) }; }
        function handleResponse() { return { body: { settings: {}, seen: context } }; }`;
      const beside = random.chance(0.3) ? [pick(FILTERS)] : [];
      // What keeps something back stays where the script is dropped.
      const kept = beside.filter(({ type }) => type === "add_filter");
      if (kept.length > 0) await rule(author, { actions: kept });
      const without = await once(caller);
      await rule(author, { actions: [...beside, { type: "script", script }] });
      const { text, status, body, failed } = await once(caller);
      const told = `${author.name} for ${caller.name}: ${steps.join(" ")} gave ${status} ${text}`;
      expect(status, told).toBe(200);
      if (!text.includes('"seen"')) {
        seen.dropped++;
        expect(hitsIn(body), told).toEqual(hitsIn(without.body));
        expect(failed, told).toBe(1);
        continue;
      }
      seen.ran++;
      expect(failed, told).toBe(0);
      // What a script has seen stands in the answer as a text within a text.
      const plain = text.replaceAll("\\", "");
      for (const index of INDICES.slice(1))
        expect(plain, told).not.toMatch(
          new RegExp(`"boot name-${index}"|"key":"brand-${index}"|"sort":[^]]*brand-${index}`),
        );
      expect(plain, told).not.toMatch(/"password"|is_admin|allowed_actions/);
      if (!author.brand || !caller.brand)
        expect(plain, told).not.toMatch(/"_source":\{[^}]*brand-|"key":"brand-|"fields":\{"brand"|"sort":\["brand-/);
    }
  });

  test("no write goes where author and caller may not both, or where the call does not", async () => {
    for (let run = 0; run < 8; run++) {
      const [author, caller] = [pick(authors), pick(callers)];
      const mark = `planted-${seed}-${run}`;
      const lines = some(PLACES, 3).map(
        (place) =>
          `${quoted({ [pick(["index", "create", "update"])]: { _index: place, _id: mark } })}\n${quoted({ doc: {}, username: mark })}\n`,
      );
      const alone = pick([true, false]);
      const script = `function handleRequest() { return { body: ${alone ? "" : "context.request.body + "}${quoted(lines.join(""))} }; }`;
      await rule(author, { trigger: { type: "index" }, actions: [{ type: "script", script }] });
      const named = some(
        INDICES.filter((index) => admits(caller, index)),
        2,
      );
      const body = named
        .map((index) => `${quoted({ index: { _index: index, _id: `own-${mark}` } })}\n{"name":"own"}\n`)
        .join("");
      const { status, text } = await api.call("POST", "/_bulk?refresh=true", body, {
        as: caller.indices.includes("*") ? caller.as : basic("foo", "bar"),
      });
      expect(status, text).toBeLessThan(500);
      await api.call("POST", "/*/_refresh");
      for (const index of [...INDICES, ".users", ".permissions", ".rules"]) {
        const there = (await api.call("GET", `/${index}/_doc/${mark}`)).status === 200;
        const isOpen = (named as string[]).includes(index) && admits(author, index);
        expect(
          there && !isOpen,
          `${author.name} for ${caller.name} wrote into ${index}: ${lines.join("")} ${status}`,
        ).toBe(false);
      }
      const [{ id } = { id: "" }] = z
        .array(z.object({ id: z.string() }))
        .parse((await api.call("GET", "/_rules")).body);
      await api.call("DELETE", `/_rule/${id}`);
    }
  });
});

test("some scripts were dropped, and some were not", () => {
  expect(seen.ran).toBeGreaterThan(10);
  expect(seen.dropped).toBeGreaterThan(10);
});
