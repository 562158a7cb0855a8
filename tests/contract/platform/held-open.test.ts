import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HELD_LIMITS } from "@common/limits/held";
import { type Api, basic, makeShoes, openApi, type Reply } from "../api";

const { scrollsOfOne, scrollsOfAll, copiesOfOne, slices, callsOfOne } = HELD_LIMITS;

const many = (count: number, call: (place: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, place) => call(place)));
const idOf = ({ body }: Reply) => (body as { _scroll_id: string })._scroll_id;

function expectRefused(reply: Reply, type: string) {
  expect(reply.status).toBe(429);
  expect(reply.body).toMatchObject({ error: { code: 429, cause: { type } } });
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
}

describe("what one caller holds open", () => {
  let api: Api;
  const credential = () =>
    api.credential({
      categories: ["search", "docs", "clusters", "reactivesearch"],
      acls: ["search", "update_by_query", "reindex", "tasks"],
      ops: ["read", "write", "delete"],
      indices: ["*"],
      limits: { search_limit: 100_000, docs_limit: 100_000, ip_limit: 1_000_000 },
    });

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
  }, 60_000);
  afterAll(() => api.close());

  test("scrolls: one past a credential's share is refused, others and the server's own work go on, and what is closed is room again", async () => {
    const [one, other] = [await credential(), await credential()];
    const open = (as: string, keep = "50m") => api.call("POST", `/shoes/_search?scroll=${keep}&size=1`, {}, { as });
    const opened: Reply[] = [];
    for (let n = 0; n < scrollsOfOne.most; n++) opened.push(await open(one));
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200));
    expectRefused(await open(one), "rejected_execution_exception");
    // In another form.
    expectRefused(
      await api.call("POST", "/shoes/_search/template?scroll=1m", { source: { size: 1 } }, { as: one }),
      "rejected_execution_exception",
    );
    expectRefused(await api.call("POST", "/shoes/_update_by_query", {}, { as: one }), "rejected_execution_exception");
    expectRefused(
      await api.call("GET", "/shoes/_search?scroll=1m&filter_path=hits", undefined, { as: one }),
      "rejected_execution_exception",
    );
    // Nobody else is in the way of them.
    const theirs = await open(other);
    expect(theirs.status).toBe(200);
    expect((await api.call("GET", "/_synonyms/shoes")).status).toBe(202);
    // Reading on is no new one.
    const [first, second] = opened;
    const next = await api.call("POST", "/_search/scroll", { scroll: "1m", scroll_id: idOf(first!) }, { as: one });
    expect(next.status).toBe(200);
    expectRefused(await open(one), "rejected_execution_exception");
    for (const [method, path, body] of [
      ["DELETE", "/_search/scroll", { scroll_id: [idOf(next)] }],
      ["DELETE", `/_search/scroll/${idOf(second!)}`, undefined],
    ] as const) {
      expect((await api.call(method, path, body, { as: one })).status).toBe(200);
      opened.push(await open(one));
      expect(opened.at(-1)?.status).toBe(200);
      expectRefused(await open(one), "rejected_execution_exception");
    }
    await api.call("DELETE", "/_search/scroll", { scroll_id: opened.slice(2).map(idOf) }, { as: one });
    await api.call("DELETE", "/_search/scroll", { scroll_id: [idOf(theirs)] }, { as: other });
    const again = await open(one);
    expect(again.status).toBe(200);
    await api.call("DELETE", "/_search/scroll", { scroll_id: [idOf(again)] }, { as: one });
  }, 60_000);

  test("scrolls of all together leave room for what the server itself reads page by page", async () => {
    const owners = await Promise.all(Array.from({ length: scrollsOfAll.most / scrollsOfOne.most + 1 }, credential));
    const ids: string[] = [];
    for (const as of owners.slice(0, -1))
      for (let n = 0; n < scrollsOfOne.most; n++) {
        const reply = await api.call("POST", "/shoes/_search?scroll=1h&size=1", {}, { as });
        expect(reply.status).toBe(200);
        ids.push(idOf(reply));
      }
    expectRefused(
      await api.call("POST", "/shoes/_search?scroll=1m", {}, { as: owners.at(-1)! }),
      "rejected_execution_exception",
    );
    expectRefused(await api.call("POST", "/shoes/_search?scroll=1m", {}), "rejected_execution_exception");
    // Synonyms are kept by scrolling through those that there are.
    for (const [method, path] of [
      ["GET", "/_synonyms/shoes"],
      ["DELETE", "/_synonyms/shoes"],
      ["POST", "/_reindex/shoes"],
      ["POST", "/_reindex/shoes/boots"],
    ] as const) {
      const { status, text } = await api.call(method, path, method === "POST" ? {} : undefined);
      expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
    }
    // An engine may have ended those of the index that is no more, and then says that it found none.
    expect([200, 404]).toContain((await api.call("DELETE", "/_search/scroll", { scroll_id: ids })).status);
    expect((await api.call("POST", "/shoes/_search?scroll=1s", {})).status).toBe(200);
  }, 120_000);

  test("a scroll may rest for an hour, in whatever way it is asked for", async () => {
    const first = await api.call("POST", "/shoes/_search?scroll=1h&size=1", {});
    expect(first.status).toBe(200);
    const id = idOf(first);
    for (const keep of ["61m", "2h", "3601s", "3600001ms", "1d", "2H", " 90m "]) {
      const asked = encodeURIComponent(keep);
      for (const reply of [
        await api.call("POST", `/shoes/_search?scroll=${asked}`, {}),
        await api.call("POST", `/_search?scroll=${asked}`, {}),
        await api.call("POST", `/shoes/_search/template?scroll=${asked}`, { source: {} }),
        await api.call("POST", "/_search/scroll", { scroll: keep, scroll_id: id }),
        await api.call("GET", `/_search/scroll/${id}?scroll=${asked}`),
        await api.call("POST", `/shoes/_update_by_query?scroll=${asked}`, {}),
      ]) {
        expect(reply.status, `${keep}: ${reply.text}`).toBe(400);
        expect(reply.text).toContain("is too large");
      }
    }
    await api.call("DELETE", "/_search/scroll", { scroll_id: [id] });
  }, 60_000);

  test("slices of a call have a bound", async () => {
    for (const path of ["/shoes/_update_by_query", "/shoes/_delete_by_query"]) {
      expect((await api.call("POST", `${path}?slices=${slices.most + 1}`, { query: { match_none: {} } })).status).toBe(
        400,
      );
      for (const count of ["auto", "1", String(slices.most)])
        expect((await api.call("POST", `${path}?slices=${count}`, { query: { match_none: {} } })).status).toBe(200);
    }
  });

  test("copies that go on as tasks count until they end", async () => {
    const as = await credential();
    // At a document a second there is time to look.
    const begin = (who: string | undefined = as) =>
      api.call(
        "POST",
        "/shoes/_update_by_query?wait_for_completion=false&requests_per_second=1&scroll_size=1&conflicts=proceed",
        {},
        who === undefined ? {} : { as: who },
      );
    const begun = await many(copiesOfOne.most, () => begin());
    const tasks = begun.map(({ body }) => (body as { task: string }).task);
    expect(tasks.every((task) => typeof task === "string")).toBe(true);
    const past = await begin();
    if (past.status !== 200) expectRefused(past, "es_rejected_execution_exception");
    expect((await api.call("POST", "/shoes/_update_by_query", { query: { match_none: {} } })).status).toBe(200);
    for (const task of tasks) await api.call("POST", `/_tasks/${task}/_cancel`);
    await expect.poll(async () => (await begin()).status, { timeout: 20_000, interval: 1_100 }).toBe(200);
  }, 60_000);

  test("calls under way: past a caller's share others are answered as ever", async () => {
    const [one, other] = [await credential(), await credential()];
    const replies = await many(callsOfOne.most * 2, () => api.call("POST", "/shoes/_search", {}, { as: one }));
    const refused = replies.filter(({ status }) => status !== 200);
    for (const reply of refused) expectRefused(reply, "es_rejected_execution_exception");
    expect((await api.call("POST", "/shoes/_search", {}, { as: other })).status).toBe(200);
    // All of it was given back.
    for (let n = 0; n < 3; n++) expect((await api.call("POST", "/shoes/_search", {}, { as: one })).status).toBe(200);
  }, 60_000);
});

describe("scripts of one caller", () => {
  let api: Api;
  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
  }, 60_000);
  afterAll(() => api.close());

  test("are tried a few at a time, and a caller's tries are not in the way of another's", async () => {
    const made = await api.call("POST", "/_user", { username: "second", password: "secret", is_admin: true });
    expect(made.status).toBeLessThan(300);
    const attempt = (as?: string) =>
      api.call(
        "POST",
        "/_script/validate",
        { script: "async function handleRequest() { const end = Date.now() + 300; while (Date.now() < end); }" },
        as === undefined ? {} : { as },
      );
    const replies = await many(HELD_LIMITS.trialsOfOne.most * 2, () => attempt());
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(HELD_LIMITS.trialsOfOne.most);
    for (const reply of refused) expectRefused(reply, "es_rejected_execution_exception");
    const [mine, theirs] = await Promise.all([
      many(HELD_LIMITS.trialsOfOne.most, () => attempt()),
      attempt(basic("second", "secret")),
    ]);
    expect([...mine, theirs].map(({ status }) => status)).toEqual(Array(HELD_LIMITS.trialsOfOne.most + 1).fill(200));
  }, 60_000);
});
