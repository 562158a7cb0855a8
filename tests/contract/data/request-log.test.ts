import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, basic, makeShoes, openApi } from "../api";

// What our back end's request log has beyond the real server's: filters, who called, figures, retention, one record of
// an index.

const RecordSchema = z.looseObject({
  id: z.string(),
  request: z.looseObject({ uri: z.string(), method: z.string() }),
  response: z.looseObject({ code: z.number() }),
  origin: z
    .looseObject({
      kind: z.string().nullable(),
      name: z.string().nullable(),
      address: z.string(),
      url: z.string(),
      route: z.string(),
      took: z.number(),
    })
    .optional(),
});
const ListSchema = z.object({
  logs: z.array(RecordSchema),
  total: z.number(),
  filters: z.array(z.string()).optional(),
});

let api: Api;
let reader: string;
/** When what is looked for began, in seconds. */
let since = 0;

async function list(query: string, path = "/shoes/_logs") {
  return ListSchema.parse((await api.call("GET", `${path}?from_timestamp=${since}&${query}`)).body);
}

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  since = Math.floor(Date.now() / 1000) + 1;
  await new Promise((resolve) => setTimeout(resolve, since * 1000 - Date.now()));
  await api.call("PUT", "/hats");
  await api.call("POST", "/_user", {
    username: "hatter",
    password: "a-quiet-owl",
    allowed_actions: ["develop"],
    indices: ["hats"],
  });
  reader = await api.credential({ categories: ["search", "docs"], indices: ["shoes"], description: "web shop" });
  await api.call(
    "POST",
    "/shoes/_search?size=1",
    { query: { match: { name: "boot" } } },
    { as: reader, headers: { "X-Forwarded-For": "203.0.113.9, 10.0.0.1" } },
  );
  await api.call("POST", "/shoes/_search", { query: { nope: {} } });
  await api.call("GET", "/shoes/_doc/none");
  await api.call("POST", "/hats/_search", { query: { match: { name: "boot" } } });
  await api.call("POST", "/shoes/_reactivesearch", '{"query": [ broken');
  await api.call("POST", "/shoes/_reactivesearch", { query: [{ id: "s", dataField: ["name"], value: "sandal" }] });
}, 60_000);
afterAll(() => api.close());

describe("filters of our own", () => {
  test.each([
    ["text=boot", 1],
    ["text=match%20bo", 1],
    ["text=size%201", 1],
    ["text=sandal", 1],
    ["text=nowhere", 0],
    ["status=404", 1],
    ["status=4xx", 3],
    ["address=203.0.113.9", 1],
    ["route=POST%20/:index/_search", 2],
    ["reason=parsing_exception", 1],
    ["status=2xx&text=boot&filter=search", 1],
  ])("%s finds %i, and says by what it was filtered", async (query, total) => {
    const found = await list(query);
    expect(found.total).toBe(total);
    const own = [...new URLSearchParams(query).keys()].filter((name) => name !== "filter");
    expect(found.filters?.sort()).toEqual(own.sort());
  });

  test("by user or credential, of all indices or one", async () => {
    const name = Buffer.from(reader.slice(6), "base64").toString().split(":")[0];
    expect((await list(`user=${name}`)).total).toBe(1);
    expect((await list("user=foo", "/hats/_logs")).total).toBe(2);
    expect((await list("user=foo", "/_logs")).total).toBeGreaterThan(5);
  });

  test("by who made the calls: the console of a user by itself, or anybody else", async () => {
    const headers = { "X-Called-By": "console" };
    await api.call("GET", "/caps/_doc/marked", undefined, { headers });
    await api.call("GET", "/caps/_doc/person", undefined, { headers: { "X-Called-By": "person" } });
    await api.call("GET", "/caps/_doc/plain");
    // An application cannot hide what it does in this way.
    await api.call("GET", "/caps/_doc/app", undefined, {
      as: await api.credential({ categories: ["docs"], indices: ["caps"] }),
      headers,
    });
    const urls = async (by: string) =>
      (await list(`origin=true&bodies=false${by}`, "/caps/_logs")).logs
        .map(({ origin }) => (origin as { url: string }).url.split("/").at(-1))
        .sort();
    await expect.poll(() => urls("")).toEqual(["app", "marked", "person", "plain"]);
    expect(await urls("&by=apps")).toEqual(["app", "person", "plain"]);
    expect(await urls("&by=console")).toEqual(["marked"]);
    expect((await api.call("GET", "/_logs?by=ghosts")).status).toBe(400);
  });

  test("a status that cannot be one is refused, and without own filters the answer is the real server's", async () => {
    expect((await api.call("GET", "/_logs?status=many")).status).toBe(400);
    const plain = await list("size=1");
    expect(plain.filters).toBeUndefined();
    expect(plain.logs[0]).not.toHaveProperty("origin");
  });
});

test("who called from where is given to who asks, bodies are left out on request", async () => {
  const [record] = (await list("address=203.0.113.9&origin=true&bodies=false")).logs;
  expect(record?.origin).toMatchObject({
    kind: "credential",
    address: "203.0.113.9",
    route: "POST /:index/_search",
    url: "/shoes/_search?size=1",
  });
  expect(record?.origin).not.toHaveProperty("text");
  expect(record?.origin).toHaveProperty("searched.hits");
  expect(record?.request).not.toHaveProperty("body");
  expect(record?.response).not.toHaveProperty("body");
});

test("who may not see all fields finds by the path alone, and is given no parameters", async () => {
  const as = await api.credential({ categories: ["logs"], indices: ["shoes"], include_fields: ["brand"] });
  const ask = async (query: string) =>
    ListSchema.parse((await api.call("GET", `/shoes/_logs?from_timestamp=${since}&${query}`, undefined, { as })).body);
  expect((await ask("text=boot")).total).toBe(0);
  const found = await ask("text=oes/_sea&address=203.0.113.9&origin=true");
  expect(found.logs).toMatchObject([{ request: { body: "" }, origin: { url: "/shoes/_search" } }]);
});

test("one record of an index is for who may use that index", async () => {
  const [shoe] = (await list("text=boot")).logs;
  const [hat] = (await list("text=boot", "/hats/_logs")).logs;
  const as = basic("hatter", "a-quiet-owl");
  expect((await api.call("GET", `/hats/_log/${hat?.id}`, undefined, { as })).status).toBe(200);
  expect((await api.call("GET", `/hats/_log/${shoe?.id}`, undefined, { as })).status).toBe(404);
  expect((await api.call("GET", `/shoes/_log/${shoe?.id}`, undefined, { as })).status).toBe(401);
  expect((await api.call("GET", `/_log/${hat?.id}`, undefined, { as })).status).toBe(401);
});

test("verbose tells of bodies of the search API that are no JSON", async () => {
  const [broken] = (await list("text=broken")).logs;
  expect((await api.call("GET", `/_log/${broken?.id}`)).body).toMatchObject({
    requestParseError: expect.stringMatching(/./) as string,
    responseParseError: null,
  });
  expect((await api.call("GET", `/_log/${broken?.id}?verbose=false`)).body).not.toHaveProperty("requestParseError");
  const [good] = (await list("text=sandal&filter=search&status=200")).logs;
  const { body } = await api.call("GET", `/_log/${good?.id}`);
  expect(body).toMatchObject({ requestParseError: null, responseParseError: null });
  expect(
    z.object({ requestChanges: z.array(z.object({ stage: z.string(), headers: z.looseObject({}) })) }).parse(body)
      .requestChanges.length,
  ).toBeGreaterThan(0);
});

describe("figures", () => {
  const times = { p50: z.number(), p90: z.number(), p95: z.number(), p99: z.number() };
  const codes = z.array(z.object({ code: z.number(), count: z.number() }));
  const PercentilesSchema = z.object({
    total: z.number(),
    ...times,
    codes,
    start: z.number(),
    end: z.number(),
    step: z.number(),
    points: z.array(z.object({ at: z.number(), count: z.number(), ...times, codes })),
  });

  test("percentiles and status codes over time are those of the rows", async () => {
    const now = Math.floor(Date.now() / 1000);
    const query = `from_timestamp=${now - 3600}&to_timestamp=${now + 1}`;
    const found = PercentilesSchema.parse((await api.call("GET", `/shoes/_logs/percentiles?${query}`)).body);
    expect(found.total).toBe((await list(query)).total);
    expect(found.points.reduce((sum, { count }) => sum + count, 0)).toBe(found.total);
    expect(found.p50).toBeLessThanOrEqual(found.p99);
    expect(found.step).toBe(5 * 60_000);
    for (const { at } of found.points) expect((at - found.start) % found.step).toBe(0);
    expect(found.codes.find(({ code }) => code === 404)?.count).toBe((await list(`${query}&status=404`)).total);
    const errors = PercentilesSchema.parse(
      (await api.call("GET", `/shoes/_logs/percentiles?${query}&status=4xx`)).body,
    );
    expect(errors.total).toBe((await list(`${query}&status=4xx`)).total);
  });

  test("slowest routes, slowest first, and errors by reason", async () => {
    const { routes } = z
      .object({ routes: z.array(z.object({ route: z.string(), count: z.number(), p95: z.number() })) })
      .parse((await api.call("GET", "/shoes/_logs/routes")).body);
    expect(routes.find(({ route }) => route === "POST /:index/_search")?.count).toBe(2);
    expect(routes.map(({ p95 }) => p95)).toEqual(routes.map(({ p95 }) => p95).sort((a, b) => b - a));
    const { body } = await api.call("GET", "/shoes/_logs/errors");
    expect(body).toMatchObject({
      errors: expect.arrayContaining([
        { reason: "parsing_exception", count: 1, codes: [{ code: 400, count: 1 }] },
      ]) as unknown,
    });
  });

  test("a range without requests has none", async () => {
    const { body } = await api.call("GET", "/shoes/_logs/percentiles?from_timestamp=100&to_timestamp=200");
    expect(body).toMatchObject({ total: 0, p50: null, points: [] });
    expect((await api.call("GET", "/shoes/_logs/percentiles?from_timestamp=200&to_timestamp=100")).status).toBe(400);
  });
});

test("retention is set by admins alone, within bounds", async () => {
  const write = await api.credential({ categories: ["logs"], indices: ["*"], ops: ["read", "write", "delete"] });
  expect((await api.call("PUT", "/_logs/retention", { days: 1 }, { as: write })).status).toBe(401);
  expect((await api.call("DELETE", "/_logs/retention", undefined, { as: write })).status).toBe(401);
  for (const bad of [{ days: 0 }, { days: 1.5 }, { records: 10 }, { bytes: 5 }, { days: "7" }])
    expect((await api.call("PUT", "/_logs/retention", bad)).status).toBe(400);
  expect((await api.call("PUT", "/_logs/retention", { days: 7, records: 50_000 })).body).toMatchObject({
    days: 7,
    records: 50_000,
    usual: { days: 30 },
  });
  expect((await api.call("GET", "/_logs/retention")).body).toMatchObject({
    days: 7,
    held: { records: expect.any(Number) as number, bytes: expect.any(Number) as number },
  });
  expect((await api.call("DELETE", "/_logs/retention")).body).toMatchObject({ days: 30, records: 1_000_000 });
});

test("what limits would remove is told before they are set, with the date from which records stay", async () => {
  const RemovesSchema = z.object({
    days: z.number(),
    held: z.object({ records: z.number() }),
    removes: z.object({ records: z.number(), bytes: z.number(), from: z.number().nullable() }),
  });
  const ask = async (query = "") => RemovesSchema.parse((await api.call("GET", `/_logs/retention${query}`)).body);
  const old = Date.now() - 40 * 86_400_000;
  const lines = Array.from(
    { length: 1_500 },
    (_, n) => `{"index":{}}\n${JSON.stringify({ id: `old-${n}`, timestamp: new Date(old + n).toISOString() })}\n`,
  );
  await api.call("PUT", "/_logs/retention", { days: 100 });
  expect((await api.call("POST", "/.logs-000001/_bulk?refresh=true", lines.join(""))).status).toBe(200);
  expect((await ask()).removes).toEqual({ records: 0, bytes: 0, from: null });
  const byDays = await ask("?days=30");
  expect(byDays).toMatchObject({ days: 30, removes: { records: 1_500 } });
  // The oldest that stays.
  expect(byDays.removes.from).toBeGreaterThan(Date.now() - 86_400_000);
  const byRecords = await ask("?records=1000");
  const excess = byRecords.held.records - 1_000;
  expect(byRecords.removes.records).toBeGreaterThanOrEqual(excess);
  expect(byRecords.removes.records).toBeLessThanOrEqual(excess + 250);
  expect(byRecords.removes.from).toBe(old + byRecords.removes.records);
  // Nothing is set by asking.
  expect(await ask()).toMatchObject({ days: 100 });
  for (const bad of ["days=0", "days=x", "records=-5", "bytes=1.5"])
    expect((await api.call("GET", `/_logs/retention?${bad}`)).status, bad).toBe(400);
  await api.call("DELETE", "/_logs/retention");
});

test("bodies that are about other indices are for who may use those", async () => {
  await api.call("PUT", "/attic/_doc/1?refresh=true", { name: "topsecret" });
  const lines = (index: string) => `{"index":${index}}\n{}\n`;
  const calls: [method: string, path: string, body?: unknown][] = [
    ["POST", "/shoes/_msearch", lines('"attic"')], ["POST", "/shoes/_msearch", lines('["shoes","attic"]')], ["POST", "/shoes/_msearch", lines('"\\u0061ttic"')], ["POST", "/shoes/_msearch", lines('"att*"')], ["POST", "/shoes/_msearch", lines('"_all"')],
    ["GET", `/shoes/_msearch?source_content_type=application/json&source=${encodeURIComponent(lines('"attic"'))}`], ["POST", "/shoes/_mget", { docs: [{ _index: "attic", _id: "1" }] }], ["GET", "/shoes,attic/_search"], ["POST", "/shoes/_bulk", '{"index":{"_index":"attic","_id":"2"}}\n{"name":"topsecret"}\n'],
    ["POST", "/shoes/_reactivesearch", { query: [{ id: "a", dataField: ["name"], index: "attic" }] }],
  ]; // prettier-ignore
  for (const [method, path, body] of calls) expect((await api.call(method, path, body)).status, path).toBe(200);
  const all = { categories: ["logs"], ops: ["read"], limits: { logs_limit: 1000 } };
  const [one, every] = [
    await api.credential({ ...all, indices: ["shoes"] }),
    await api.credential({ ...all, indices: ["shoes", "attic"] }),
  ];
  const seen = async (as: string, path: string) =>
    (await api.call("GET", `${path}?size=200&origin=true`, undefined, { as })).text;
  for (const path of ["/shoes/_logs", "/shoes/_logs/search"]) {
    expect(await seen(one, path)).not.toContain("topsecret");
    expect(await seen(one, path)).toContain("Snow boot");
    expect(await seen(every, path)).toContain("topsecret");
  }
});

describe("the address in a record is the one by which sources are checked", () => {
  const forged = { "X-Forwarded-For": "198.51.100.77, 203.0.113.50" };
  const recorded = async (text: string) =>
    (await list(`text=${text}&origin=true`)).logs.map(({ origin }) => origin?.address);
  const search = (text: string) => ({ query: { match: { name: text } } });

  test("the last one where a credential counts one proxy, whatever a caller puts before it", async () => {
    const as = await api.credential({
      categories: ["search"],
      indices: ["shoes"],
      sources: ["203.0.113.50/32"],
      sources_xff_value: 1,
    });
    expect((await api.call("POST", "/shoes/_search", search("countedproxy"), { as, headers: forged })).status).toBe(
      200,
    );
    expect(await recorded("countedproxy")).toEqual(["203.0.113.50"]);
  });

  test("what proxies that are trusted tell where nobody is signed in", async () => {
    await api.call("POST", "/shoes/_search", search("nobodythere"), { as: basic("nobody", "wrong"), headers: forged });
    const found = (await list("status=401&origin=true")).logs.map(({ origin }) => origin?.address);
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain("198.51.100.77");
  });

  test("no text that is no address", async () => {
    await api.call("POST", "/shoes/_search", search("noaddress"), {
      as: reader,
      headers: { "X-Forwarded-For": "<script>" },
    });
    expect((await recorded("noaddress")).join()).toMatch(/^[\d.:a-f]+$/);
  });
});
