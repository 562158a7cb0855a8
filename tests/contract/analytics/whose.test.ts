import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { randomBelow } from "../../setup/seeds/random";
import { UNLIMITED } from "../hidden-fields/twins";
import { type Api, makeShoes, openApi, type Reply } from "../api";

const HERE = "203.0.113.5";
const ELSEWHERE = "198.51.100.7";
const FOUND = z.object({ query_id: z.string() });
const RECORD = z.looseObject({ _source: z.looseObject({}) });
const SUGGESTED = z.object({ s: z.object({ hits: z.object({ hits: z.array(z.object({ value: z.string(), _suggestion_type: z.string() })) }) }) });
const TERMS = z.array(z.object({ key: z.string() }));

let api: Api;
let page: string;
let other: string;
const RIGHTS = { categories: ["analytics", "reactivesearch", "search"], ops: ["read", "write", "delete"], indices: ["shoes"], limits: UNLIMITED };

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  page = await api.credential(RIGHTS);
  other = await api.credential(RIGHTS);
}, 60_000);
afterAll(() => api.close());

/** Who calls: with which credential, from where, and which visitor he says he is. */
type Who = { as: string; from: string; name?: string };
const call = (who: Who, [method, path, body, headers = {}]: [string, string, unknown?, Record<string, string>?]): Promise<Reply> =>
  api.call(method, path, body, { as: who.as, headers: { "X-Forwarded-For": who.from, ...headers } });
const named = ({ name }: Who) => (name === undefined ? {} : { user_id: name });

async function searched(who: Who, query: string, more: object = {}, headers: Record<string, string> = {}): Promise<string> {
  return FOUND.parse((await call(who, ["PUT", "/shoes/_analytics/search", { query, ...named(who), ...more }, headers])).body).query_id;
}
async function recordOf(id: string): Promise<Record<string, unknown>> {
  return RECORD.parse((await api.call("GET", `/.analytics/_doc/${id}`)).body)._source;
}
async function refreshed(): Promise<void> {
  for (const index of [".analytics", ".user_sessions", ".saved_searches", ".favorites"]) await api.call("POST", `/${index}/_refresh`);
}
async function recents({ as, from, name }: Who, typed = ""): Promise<string[]> {
  const query = [{ id: "s", type: "suggestion", value: typed, dataField: ["name"], enableRecentSuggestions: true, recentSuggestionsConfig: { size: 50 } }];
  const settings = { recordAnalytics: true, ...(name === undefined ? {} : { userId: name }) };
  const { body } = await call({ as, from }, ["POST", "/shoes/_reactivesearch", { query, settings }]);
  return SUGGESTED.parse(body).s.hits.hits.flatMap(({ value, _suggestion_type }) => (_suggestion_type === "recent" ? [value] : []));
}

describe("what a visitor did is told to him alone", () => {
  test("somebody's address, or name, as one's own id gives nothing of his", async () => {
    await searched({ as: page, from: HERE }, "quiet address");
    await searched({ as: page, from: HERE, name: "ada@example.com" }, "quiet name");
    await refreshed();
    expect(await recents({ as: page, from: HERE })).toEqual(["quiet address"]);
    expect(await recents({ as: page, from: HERE, name: "ada@example.com" })).toEqual(["quiet name"]);
    for (const [as, from] of [
      [page, ELSEWHERE],
      [other, HERE],
      [other, ELSEWHERE],
    ] as const)
      for (const name of [HERE, "ada@example.com"]) expect(await recents({ as, from, name }), `${from} ${name}`).toEqual([]);
  });

  test("nor do headers that came along: what a trusted proxy tells counts, not what stands before it", async () => {
    for (const from of [`${HERE}, ${ELSEWHERE}`, ELSEWHERE]) {
      expect(await recents({ as: page, from })).toEqual([]);
      expect(await recents({ as: page, from, name: "ada@example.com" })).toEqual([]);
      const told = await call({ as: page, from }, ["GET", "/_analytics/shoes/recent-searches", undefined, { "X-Real-Ip": HERE }]);
      expect(told.body).toEqual([]);
    }
  });

  test("reports of one visitor are his own for a credential, and anybody's for a user who may read analytics", async () => {
    const paths = [`user_id=${HERE}`, "user_id=ada%40example.com", `ip=${HERE}`].flatMap((filter) => [
      `/_analytics/shoes/recent-searches?${filter}`,
      `/_analytics/shoes/popular-searches?${filter}`,
      `/_analytics/shoes/no-result-searches?${filter}`,
      `/_analytics/shoes/advanced?${filter}`,
      `/_analytics/saved-searches?${filter}`,
    ]);
    const persons = ["/_analytics/filter-values/user_id", "/_analytics/filter-values/ip", `/_analytics/filter-values/user_id?prefix=${HERE.slice(0, 3)}`];
    for (const path of [...paths, ...persons]) {
      for (const who of [
        { as: page, from: ELSEWHERE },
        { as: other, from: HERE },
      ]) {
        const { status, text } = await call(who, ["GET", path]);
        expect([path, status, text.includes("quiet"), text.includes(HERE), text.includes("ada@")]).toEqual([path, 200, false, false, false]);
      }
      expect((await call({ as: page, from: HERE }, ["GET", path])).status).toBe(200);
    }
    expect((await api.call("GET", "/_analytics/shoes/popular-searches?user_id=ada%40example.com")).text).toContain("quiet name");
    expect(TERMS.parse((await call({ as: page, from: HERE }, ["GET", "/_analytics/shoes/recent-searches?user_id=ada%40example.com"])).body)).toMatchObject([
      { key: "quiet name" },
    ]);
  });
});

describe("a search id, or a time, that somebody made up", () => {
  const forgers = (): Who[] => [
    { as: page, from: ELSEWHERE, name: "victim" },
    { as: other, from: HERE, name: "victim" },
    { as: page, from: HERE, name: "somebody else" },
  ];

  test("adds nothing to another one's search", async () => {
    const id = await searched({ as: page, from: HERE, name: "victim" }, "mine alone");
    const before = await recordOf(id);
    for (const who of forgers()) {
      const body = { query_id: id, ...named(who) };
      expect((await call(who, ["PUT", "/shoes/_analytics/click", { ...body, click_on: { x1: 1 } }])).status).toBe(200);
      expect(
        (await call(who, ["PUT", "/shoes/_analytics/search", { ...body, query: "changed", impressions: [{ id: "x", index: "shoes" }], meta: { a: 1 } }]))
          .status,
      ).toBe(200);
      expect((await call(who, ["PUT", "/shoes/_analytics/conversion", { ...body, conversion_on: ["x1"] }])).status).toBe(404);
      for (const path of ["save-search", "favorite"])
        expect((await call(who, ["PUT", `/_analytics/${path}`, { ...body, favorite_on: "1", source: {} }])).status, path).toBe(404);
      const query = [{ id: "q", value: "boot", dataField: ["name"] }];
      const settings = { recordAnalytics: true, userId: who.name };
      expect((await call(who, ["POST", "/shoes/_reactivesearch", { query, settings }, { "X-Search-Id": id }])).status).toBe(200);
      const headers = {
        "X-Search-Id": id,
        "X-User-Id": who.name ?? "",
        "X-Search-Click": "true",
        "X-Search-Click-Object": "x1",
        "X-Search-Conversion": "true",
      };
      expect((await call(who, ["POST", "/shoes/_search", {}, headers])).status).toBe(200);
    }
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await recordOf(id)).toEqual(before);
    // He himself may, with or without his name.
    const own = { as: page, from: HERE };
    expect((await call(own, ["PUT", "/shoes/_analytics/click", { query_id: id, click_on: { b1: 1 } }])).status).toBe(200);
    expect((await call(own, ["PUT", "/shoes/_analytics/conversion", { query_id: id, conversion_on: ["b1"], user_id: "victim" }])).status).toBe(200);
    expect(await recordOf(id)).toMatchObject({ result_click_count: 1, conversion_count: 1, user_id: "victim" });
  });

  test("neither goes on in another one's session nor makes his next search late", async () => {
    const who = { as: page, from: HERE, name: "typing" };
    const id = await searched(who, "boo");
    const future = { "X-Timestamp": String(Date.now() + 3_000_000) };
    for (const forger of [
      { ...who, from: ELSEWHERE },
      { ...who, as: other },
    ])
      expect(await searched(forger, "book", {}, future)).not.toBe(id);
    expect(await searched(who, "book", {}, { "X-Timestamp": String(Date.now()) })).toBe(id);
    // His own clock may be wrong as well.
    await searched(who, "books", {}, future);
    expect((await call(who, ["PUT", "/shoes/_analytics/search", { query: "booked", ...named(who) }, { "X-Timestamp": String(Date.now()) }])).status).toBe(200);
  });

  test("nor does it make another one's visit longer", async () => {
    const visits = async () =>
      z
        .object({ hits: z.object({ hits: z.array(z.object({ _source: z.looseObject({}) })) }) })
        .parse(
          (await api.call("POST", "/.user_sessions/_search", { query: { bool: { filter: [{ term: { user_id: "rests" } }, { term: { ip: HERE } }] } } })).body,
        ).hits.hits;
    const id = await searched({ as: page, from: HERE, name: "rests" }, "one search");
    await vi.waitFor(
      async () => {
        await refreshed();
        expect(await visits()).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    const before = await visits();
    for (const who of [
      { as: page, from: ELSEWHERE, name: "rests" },
      { as: other, from: HERE },
    ]) {
      await searched(who, "another");
      await call(who, ["PUT", "/shoes/_analytics/click", { query_id: id, click_on: { x: 1 } }]);
    }
    await new Promise((resolve) => setTimeout(resolve, 600));
    await refreshed();
    expect((await visits()).find(({ _source }) => _source["search_id"] === id)).toEqual(before[0]);
  });
});

describe("what visitors keep", () => {
  async function saved(who: Who, id: string): Promise<number> {
    const query_id = await searched(who, `for ${id}`);
    return (await call(who, ["PUT", "/_analytics/save-search", { query_id, save_search_id: id, save_search_name: id, ...named(who) }])).status;
  }
  const list = async (who: Who) => (await call(who, ["GET", `/_analytics/saved-searches${who.name === undefined ? "" : `?user_id=${who.name}`}`])).text;
  test("popular results are everybody's for an API credential that asks so, as recommendation widgets do; its own otherwise", async () => {
    await searched({ as: page, from: HERE, name: "someone" }, "boots", { hits: 1, impressions: [{ id: "popular-1", index: "shoes" }] });
    await refreshed();
    const popular = async (query: string) => (await call({ as: other, from: ELSEWHERE }, ["GET", `/_analytics/shoes/popular-results${query}`])).text;
    expect(await popular("?show_global=true")).toContain("popular-1");
    expect(await popular("")).not.toContain("popular-1");
    expect((await call({ as: other, from: ELSEWHERE }, ["GET", "/_analytics/shoes/recent-results?show_global=true"])).text).not.toContain("popular-1");
  });

  test("a conversion by headers that names no document counts for its search, once, and shows no document", async () => {
    const headers = { "X-Search-Query": "bought", "X-User-Id": "buyer" };
    const found = await call({ as: page, from: HERE }, ["POST", "/shoes/_search", { size: 0 }, headers]);
    const id = found.headers["x-search-id"] ?? "";
    for (let n = 0; n < 2; n++)
      await call({ as: page, from: HERE }, ["POST", "/shoes/_search", { size: 0 }, { ...headers, "X-Search-Id": id, "X-Search-Conversion": "true" }]);
    await vi.waitFor(async () => expect(await recordOf(id)).toMatchObject({ conversion_count: 1, hits_in_response: [] }), { timeout: 5_000, interval: 100 });
    await refreshed();
    expect((await api.call("GET", "/_analytics/shoes/popular-results?show_global=true")).text).not.toContain('"unknown"');
  });

  const removal = (who: Who, id: string) => call(who, ["DELETE", `/_analytics/save-search/${id}`, named(who)]);

  test("is read, changed and deleted by who keeps it, and by an admin", async () => {
    const ada = { as: page, from: HERE, name: "ada" };
    expect(await saved(ada, "keep-1")).toBe(200);
    await refreshed();
    const others: Who[] = [
      { as: page, from: HERE },
      { as: page, from: HERE, name: "bo" },
      { ...ada, from: ELSEWHERE },
      { ...ada, as: other },
    ];
    for (const who of others) {
      expect(await list(who)).not.toContain("keep-1");
      expect((await removal(who, "keep-1")).status).toBe(404);
      const query_id = await searched(who, "of my own");
      expect((await call(who, ["PUT", "/_analytics/save-search", { query_id, save_search_id: "keep-1", ...named(who) }])).status).toBe(400);
    }
    expect(await list(ada)).toContain("keep-1");
    expect((await api.call("GET", "/_analytics/saved-searches?show_global=true")).text).toContain("keep-1");
    expect(await list(ada)).not.toContain("recorded_by");
    expect((await removal(ada, "keep-1")).status).toBe(200);
    expect(await saved(ada, "keep-2")).toBe(200);
    expect((await api.call("DELETE", "/_analytics/save-search/keep-2")).status).toBe(200);
  });

  test("favourites likewise", async () => {
    const ada = { as: page, from: HERE, name: "ada" };
    const query_id = await searched(ada, "a favourite");
    const body = { query_id, id: "fav-1", favorite_on: "1", source: { name: "Snow boot" } };
    expect((await call(ada, ["PUT", "/_analytics/favorite", { ...body, user_id: "ada" }])).status).toBe(200);
    await refreshed();
    for (const who of [
      { ...ada, from: ELSEWHERE },
      { ...ada, as: other },
      { as: page, from: HERE },
    ]) {
      expect((await call(who, ["GET", "/_analytics/favorites?user_id=ada"])).text.includes("fav-1")).toBe(who.as === page && who.from === HERE);
      const own = await searched(who, "of my own");
      const change = { ...body, query_id: own, ...("name" in who ? { user_id: who.name } : {}) };
      expect((await call(who, ["PUT", "/_analytics/favorite", change])).status).toBe(400);
    }
  });
});

test("random visitors: each sees and changes what the same name did from the same place with the same credential", async () => {
  const random = randomBelow(20_240_611);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] ?? items[0]!;
  const people = [page, other].flatMap((as) =>
    ["203.0.113.77", "198.51.100.77", "2001:db8:1::1"].flatMap((from) =>
      [undefined, "r-ada", "203.0.113.77"].map((name) => ({ as, from, ...(name === undefined ? {} : { name }) })),
    ),
  );
  const same = (a: Who, b: Who) => a.as === b.as && a.from === b.from && (a.name ?? a.from) === (b.name ?? b.from);
  const done: { who: Who; term: string; id: string }[] = [];
  for (let n = 0; n < 40; n++) {
    const who = pick(people);
    const term = `random ${"abcdefghij"[n % 10]}${n} ${random(1_000_000)}`;
    done.push({ who, term, id: await searched(who, term) });
  }
  await refreshed();
  for (const who of people) {
    const own = done.filter((one) => same(one.who, who)).map(({ term }) => term);
    expect(new Set(await recents(who)), JSON.stringify(who)).toEqual(new Set(own));
  }
  for (let n = 0; n < 60; n++) {
    const [who, target] = [pick(people), pick(done)];
    const isOwn =
      who.as === target.who.as &&
      who.from === target.who.from &&
      (who.name === undefined || same(who, target.who) || (target.who.name ?? target.who.from) === target.who.from);
    const { status } = await call(who, ["PUT", "/shoes/_analytics/conversion", { query_id: target.id, conversion_on: [`x${n}`], ...named(who) }]);
    expect(status, `${JSON.stringify(who)} on ${JSON.stringify(target)}`).toBe(isOwn ? 200 : 404);
  }
});

test("what was thought of a conversation with an AI model is said by who had it", async () => {
  const session = { session_id: "ai-1", user_id: "ada", index: ["shoes"], created_at: 1, updated_at: 1, timestamp: 1 };
  const put = (more: object) => api.call("PUT", "/.ai_sessions/_doc/ai-1?refresh=true", { ...session, ...more });
  const tell = (who: Who, user_id?: string) => call(who, ["PUT", "/_ai/ai-1/analytics", { useful: false, ...(user_id === undefined ? {} : { user_id }) }]);
  await put({});
  expect((await tell({ as: page, from: HERE }, "bo")).status).toBe(404);
  expect((await tell({ as: page, from: HERE }, "ada")).status).toBe(200);
  expect((await tell({ as: page, from: HERE })).status).toBe(200);
  expect(RECORD.parse((await api.call("GET", "/.ai_sessions/_doc/ai-1")).body)._source).toMatchObject({ user_id: "ada" });
  await put({ index: ["hats"] });
  expect((await tell({ as: page, from: HERE }, "ada")).status).toBe(404);
  await put({ recorded_by: "elsewhere" });
  expect((await tell({ as: page, from: HERE }, "ada")).status).toBe(404);
});
