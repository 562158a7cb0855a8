import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
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
  recordOf,
  refreshed,
  searched,
  type Who,
} from "./support/whose";

openVisitors();

const TERMS = z.array(z.object({ key: z.string() }));

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
      for (const name of [HERE, "ada@example.com"])
        expect(await recents({ as, from, name }), `${from} ${name}`).toEqual([]);
  });

  test("nor do headers that came along: what a trusted proxy tells counts, not what stands before it", async () => {
    for (const from of [`${HERE}, ${ELSEWHERE}`, ELSEWHERE]) {
      expect(await recents({ as: page, from })).toEqual([]);
      expect(await recents({ as: page, from, name: "ada@example.com" })).toEqual([]);
      const told = await call({ as: page, from }, [
        "GET",
        "/_analytics/shoes/recent-searches",
        undefined,
        { "X-Real-Ip": HERE },
      ]);
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
    const persons = [
      "/_analytics/filter-values/user_id",
      "/_analytics/filter-values/ip",
      `/_analytics/filter-values/user_id?prefix=${HERE.slice(0, 3)}`,
    ];
    for (const path of [...paths, ...persons]) {
      for (const who of [
        { as: page, from: ELSEWHERE },
        { as: other, from: HERE },
      ]) {
        const { status, text } = await call(who, ["GET", path]);
        expect([path, status, text.includes("quiet"), text.includes(HERE), text.includes("ada@")]).toEqual([
          path,
          200,
          false,
          false,
          false,
        ]);
      }
      expect((await call({ as: page, from: HERE }, ["GET", path])).status).toBe(200);
    }
    expect((await api.call("GET", "/_analytics/shoes/popular-searches?user_id=ada%40example.com")).text).toContain(
      "quiet name",
    );
    expect(
      TERMS.parse(
        (await call({ as: page, from: HERE }, ["GET", "/_analytics/shoes/recent-searches?user_id=ada%40example.com"]))
          .body,
      ),
    ).toMatchObject([{ key: "quiet name" }]);
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
        (
          await call(who, [
            "PUT",
            "/shoes/_analytics/search",
            { ...body, query: "changed", impressions: [{ id: "x", index: "shoes" }], meta: { a: 1 } },
          ])
        ).status,
      ).toBe(200);
      expect(
        (await call(who, ["PUT", "/shoes/_analytics/conversion", { ...body, conversion_on: ["x1"] }])).status,
      ).toBe(404);
      for (const path of ["save-search", "favorite"])
        expect(
          (await call(who, ["PUT", `/_analytics/${path}`, { ...body, favorite_on: "1", source: {} }])).status,
          path,
        ).toBe(404);
      const query = [{ id: "q", value: "boot", dataField: ["name"] }];
      const settings = { recordAnalytics: true, userId: who.name };
      expect(
        (await call(who, ["POST", "/shoes/_reactivesearch", { query, settings }, { "X-Search-Id": id }])).status,
      ).toBe(200);
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
    expect((await call(own, ["PUT", "/shoes/_analytics/click", { query_id: id, click_on: { b1: 1 } }])).status).toBe(
      200,
    );
    expect(
      (
        await call(own, [
          "PUT",
          "/shoes/_analytics/conversion",
          { query_id: id, conversion_on: ["b1"], user_id: "victim" },
        ])
      ).status,
    ).toBe(200);
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
    expect(
      (
        await call(who, [
          "PUT",
          "/shoes/_analytics/search",
          { query: "booked", ...named(who) },
          { "X-Timestamp": String(Date.now()) },
        ])
      ).status,
    ).toBe(200);
  });

  test("nor does it make another one's visit longer", async () => {
    const visits = async () =>
      z.object({ hits: z.object({ hits: z.array(z.object({ _source: z.looseObject({}) })) }) }).parse(
        (
          await api.call("POST", "/.user_sessions/_search", {
            query: { bool: { filter: [{ term: { user_id: "rests" } }, { term: { ip: HERE } }] } },
          })
        ).body,
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
