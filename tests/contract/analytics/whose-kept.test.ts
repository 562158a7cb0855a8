import { describe, expect, test, vi } from "vitest";
import { randomBelow } from "../../setup/seeds/random";
import {
  api,
  call,
  ELSEWHERE,
  HERE,
  named,
  openVisitors,
  other,
  page,
  recents,
  RECORD,
  recordOf,
  refreshed,
  searched,
  type Who,
} from "./support/whose";

openVisitors();

describe("what visitors keep", () => {
  async function saved(who: Who, id: string): Promise<number> {
    const query_id = await searched(who, `for ${id}`);
    return (
      await call(who, [
        "PUT",
        "/_analytics/save-search",
        { query_id, save_search_id: id, save_search_name: id, ...named(who) },
      ])
    ).status;
  }
  const list = async (who: Who) =>
    (await call(who, ["GET", `/_analytics/saved-searches${who.name === undefined ? "" : `?user_id=${who.name}`}`]))
      .text;
  test("popular results are everybody's for an API credential that asks so, as recommendation widgets do; its own otherwise", async () => {
    await searched({ as: page, from: HERE, name: "someone" }, "boots", {
      hits: 1,
      impressions: [{ id: "popular-1", index: "shoes" }],
    });
    await refreshed();
    const popular = async (query: string) =>
      (await call({ as: other, from: ELSEWHERE }, ["GET", `/_analytics/shoes/popular-results${query}`])).text;
    expect(await popular("?show_global=true")).toContain("popular-1");
    expect(await popular("")).not.toContain("popular-1");
    expect(
      (await call({ as: other, from: ELSEWHERE }, ["GET", "/_analytics/shoes/recent-results?show_global=true"])).text,
    ).not.toContain("popular-1");
  });

  test("a conversion by headers that names no document counts for its search, once, and shows no document", async () => {
    const headers = { "X-Search-Query": "bought", "X-User-Id": "buyer" };
    const found = await call({ as: page, from: HERE }, ["POST", "/shoes/_search", { size: 0 }, headers]);
    const id = found.headers["x-search-id"] ?? "";
    for (let n = 0; n < 2; n++)
      await call({ as: page, from: HERE }, [
        "POST",
        "/shoes/_search",
        { size: 0 },
        { ...headers, "X-Search-Id": id, "X-Search-Conversion": "true" },
      ]);
    await vi.waitFor(
      async () => expect(await recordOf(id)).toMatchObject({ conversion_count: 1, hits_in_response: [] }),
      { timeout: 5_000, interval: 100 },
    );
    await refreshed();
    expect((await api.call("GET", "/_analytics/shoes/popular-results?show_global=true")).text).not.toContain(
      '"unknown"',
    );
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
      expect(
        (await call(who, ["PUT", "/_analytics/save-search", { query_id, save_search_id: "keep-1", ...named(who) }]))
          .status,
      ).toBe(400);
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
      expect((await call(who, ["GET", "/_analytics/favorites?user_id=ada"])).text.includes("fav-1")).toBe(
        who.as === page && who.from === HERE,
      );
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
    const { status } = await call(who, [
      "PUT",
      "/shoes/_analytics/conversion",
      { query_id: target.id, conversion_on: [`x${n}`], ...named(who) },
    ]);
    expect(status, `${JSON.stringify(who)} on ${JSON.stringify(target)}`).toBe(isOwn ? 200 : 404);
  }
});

test("what was thought of a conversation with an AI model is said by who had it", async () => {
  const session = { session_id: "ai-1", user_id: "ada", index: ["shoes"], created_at: 1, updated_at: 1, timestamp: 1 };
  const put = (more: object) => api.call("PUT", "/.ai_sessions/_doc/ai-1?refresh=true", { ...session, ...more });
  const tell = (who: Who, user_id?: string) =>
    call(who, ["PUT", "/_ai/ai-1/analytics", { useful: false, ...(user_id === undefined ? {} : { user_id }) }]);
  await put({});
  expect((await tell({ as: page, from: HERE }, "bo")).status).toBe(404);
  expect((await tell({ as: page, from: HERE }, "ada")).status).toBe(200);
  expect((await tell({ as: page, from: HERE })).status).toBe(200);
  expect(RECORD.parse((await api.call("GET", "/.ai_sessions/_doc/ai-1")).body)._source).toMatchObject({
    user_id: "ada",
  });
  await put({ index: ["hats"] });
  expect((await tell({ as: page, from: HERE }, "ada")).status).toBe(404);
  await put({ recorded_by: "elsewhere" });
  expect((await tell({ as: page, from: HERE }, "ada")).status).toBe(404);
});
