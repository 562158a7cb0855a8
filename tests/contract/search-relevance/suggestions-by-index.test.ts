import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { randomBelow } from "../../setup/seeds/random";
import { type Api, makeShoes, openApi } from "../api";
import { UNLIMITED } from "../access-control/hidden-fields/twins";

const INDICES = ["shoes", "shoes-old", "hats", "coats"] as const;
/** Paths by which searches are recorded. */
const PATHS = [...INDICES, "*", "_all", "shoes*", "shoes,hats", ".permissions"];
const SUGGESTED = z.object({ s: z.object({ hits: z.object({ hits: z.array(z.object({ value: z.string() })) }) }) });
const POPULAR = z.object({ popular_searches: z.array(z.object({ key: z.string(), search_state: z.string() })) });

type Search = { term: string; path: string; times: number };

const random = randomBelow(7);
const SEARCHES = PATHS.flatMap((path, at) =>
  [0, 1].map((n): Search => ({ term: `term ${"abcdefghi"[at]}${n}`, path, times: 1 + random(4) })),
);

// One that is searched for in several indices, in each as often as by chance.
const SHARED = INDICES.map((path): Search => ({ term: "shared", path, times: 2 + random(5) }));
const namesOf = (path: string) => path.split(",");

let api: Api;
beforeAll(async () => {
  api = await openApi();
  for (const index of INDICES) await makeShoes(api, index);
  const timestamp = new Date(Date.now() - 3_600_000).toISOString();
  const lines = [...SEARCHES, ...SHARED].flatMap(({ term, path, times }) =>
    Array.from({ length: times }, () => {
      const record = {
        search_query: term,
        search_characters_length: term.length,
        indices: namesOf(path),
        total_hits: 9,
        timestamp,
        search_state: `{"of":"${path}"}`,
      };
      return `{"index":{}}\n${JSON.stringify({ ...record, user_id: "somebody", ip: "203.0.113.9", c_event: "x" })}\n`;
    }),
  );
  expect((await api.call("POST", "/.analytics/_bulk?refresh=true", lines.join(""))).text).toContain('"errors":false');
  const externalSuggestions = [
    { key: "for all", count: 1 },
    { key: "for hats", count: 1, indices: ["hats"] },
  ];
  await api.call("PUT", "/_popular_suggestions/preferences", {
    numberOfDays: 30,
    minHits: 1,
    minCount: 1,
    indices: null,
    externalSuggestions,
  });
  await vi.waitFor(
    async () => expect((await api.call("POST", "/.suggestions/_search", { size: 100 })).text).toContain("term a0"),
    { timeout: 20_000 },
  );
}, 60_000);
afterAll(() => api.close());

const credential = (indices: string[]) =>
  api.credential({
    indices,
    categories: ["reactivesearch", "search", "analytics", "suggestions"],
    ops: ["read", "write"],
    limits: UNLIMITED,
  });
const admits = (patterns: readonly string[], index: string) =>
  patterns.some(
    (pattern) =>
      pattern === "*" || pattern === index || (pattern.endsWith("*") && index.startsWith(pattern.slice(0, -1))),
  );

async function suggested(as: string, { index, config = {} }: { index: string; config?: object }): Promise<string[]> {
  const query = [
    {
      id: "s",
      type: "suggestion",
      value: "",
      dataField: ["name"],
      enableIndexSuggestions: false,
      enablePopularSuggestions: true,
      popularSuggestionsConfig: { size: 90, ...config },
    },
  ];
  const { body } = await api.call("POST", `/${index}/_reactivesearch`, { query }, { as });
  return SUGGESTED.parse(body).s.hits.hits.map(({ value }) => value);
}

/** Patterns of a credential, and a path that it may search. */
const CALLERS: [string[], string][] = [
  [["shoes"], "shoes"],
  [["hats"], "hats"],
  [["coats"], "coats"],
  [["shoes*"], "shoes*"],
  [["shoes", "hats"], "shoes,hats"],
  [["hats", "coats"], "coats"],
  [["*"], "*"],
];

test.each(CALLERS)("a credential of %j is told what was searched for there, and no more", async (patterns, path) => {
  const as = await credential(patterns);
  const own = SEARCHES.filter((one) =>
    patterns.includes("*") ? one.path !== ".permissions" : namesOf(one.path).some((name) => admits(patterns, name)),
  );
  const asked = (term: string) => term.startsWith("term") || term === "shared";
  for (const config of [{ index: "*" }, { index: PATHS.join(",") }, { index: "*", customEvents: { event: "x" } }]) {
    const found = (await suggested(as, { index: path, config })).filter(asked);
    // By their names those of no system index are asked for; of all, every one.
    const named =
      config.index === "*"
        ? own
        : own.filter((one) => namesOf(one.path).some((name) => PATHS.join(",").split(",").includes(name)));
    expect(new Set(found), JSON.stringify(config)).toEqual(new Set([...named.map(({ term }) => term), "shared"]));
  }
  const all = await suggested(as, { index: path, config: { index: "*" } });
  expect(all).toContain("for all");
  expect(all.includes("for hats")).toBe(admits(patterns, "hats"));
  const preferences = (await api.call("GET", "/_popular_suggestions/preferences", undefined, { as })).text;
  expect(preferences.includes("for hats")).toBe(admits(patterns, "hats"));
});

test.each(INDICES)("how often a search was made elsewhere does not count in %s", async (index) => {
  const as = await credential([index]);
  const times = SHARED.find(({ path }) => path === index)?.times ?? 0;
  for (const minCount of [times, times + 1])
    expect((await suggested(as, { index, config: { minCount } })).includes("shared")).toBe(minCount === times);
});

test("the body of a search of several indices is told to who may use them all", async () => {
  const states = async (as?: string) => {
    const { body } = await api.call(
      "GET",
      "/_analytics/shoes/popular-searches",
      undefined,
      as === undefined ? {} : { as },
    );
    return POPULAR.parse(body)
      .popular_searches.filter(({ key }) => key.startsWith("term h"))
      .map(({ search_state }) => search_state);
  };
  expect(await states()).toContain('{"of":"shoes,hats"}');
  expect(await states(await credential(["shoes", "hats"]))).toContain('{"of":"shoes,hats"}');
  expect(await states(await credential(["shoes"]))).not.toContain('{"of":"shoes,hats"}');
});

test("a stored query among them is the caller's too, and left out where its index is not his", async () => {
  await api.call("PUT", "/_storedquery/acme-only", { index: "shoes", query: { query: { term: { brand: "acme" } } } });
  await api.call("PUT", "/_index_suggestions/preferences", { customQuery: "acme-only" });
  const found = async (indices: string[]) => {
    const query = [{ id: "s", type: "suggestion", value: "boot", dataField: ["name"] }];
    const { body } = await api.call("POST", "/hats/_reactivesearch", { query }, { as: await credential(indices) });
    return SUGGESTED.parse(body).s.hits.hits.map(({ value }) => value);
  };
  expect(await found(["shoes", "hats"])).toEqual(["snow boot", "sandal"]);
  expect(await found(["hats"])).toEqual(["snow boot", "rain boot"]);
});
