import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import * as z from "zod";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openShop, type Shop } from "./shop";

const IdSchema = z.object({ query_id: z.string() });
const SummarySchema = z.object({ summary: z.object({ total_searches: z.number(), total_user_sessions: z.number() }) });
const LabelsSchema = z.object({ filter_labels: z.array(z.string()) });

/** Names as pages make them up: each is one event of one search. */
const NAMES = [
  "platform",
  "shop.city",
  "shop",
  "shop.city.part",
  ".",
  "..a..",
  "*",
  "plat*",
  'say "hi"',
  "it's",
  "größe 日本 🥾",
  " spaced ",
  "tab\tnew\nline",
  "50% off",
  "%2E",
  "a/b\\c",
  "constructor",
  "hasOwnProperty",
  "user_id ",
  "c_c_",
  "1",
  "[0]",
  "x".repeat(256),
];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
}, 60_000);
afterAll(() => shop.close());

async function record(body: object): Promise<string> {
  const answer = await shop.call("PUT", "/shoes/_analytics/search", body);
  expect(answer.status, JSON.stringify([body, answer.body]).slice(0, 500)).toBe(200);
  return IdSchema.parse(answer.body).query_id;
}

async function figures(events: Record<string, string>) {
  const { status, body } = await shop.call("GET", `/_analytics/summary?${new URLSearchParams(events)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return SummarySchema.parse(body).summary;
}

test("events of any name are kept, listed under it, and found by it and their value alone", async () => {
  for (const [n, name] of NAMES.entries())
    await record({ query: `term ${n}`, user_id: `visitor ${n}`, custom_events: { [name]: `value "${n}" 日本` } });
  // Of these no more is kept than the search.
  await record({ query: "long", user_id: "long", custom_events: { ["y".repeat(257)]: "v" } });
  await record(
    JSON.parse(
      '{"query":"proto","user_id":"proto","custom_events":{"__proto__":"polluted","half \\ud83e":"v"}}',
    ) as object,
  );
  await shop.call("POST", "/.analytics,.user_sessions/_refresh");
  const { filter_labels } = LabelsSchema.parse((await shop.call("GET", "/_analytics/filter-labels")).body);
  expect([...filter_labels].sort()).toEqual([...NAMES, "half \ufffd"].sort());
  for (const [n, name] of NAMES.entries()) {
    const value = `value "${n}" 日本`;
    await vi.waitFor(async () =>
      expect(await figures({ [name]: value }), name).toEqual(
        expect.objectContaining({ total_searches: 1, total_user_sessions: 1 }),
      ),
    );
    expect(await figures({ [name]: "other" })).toMatchObject({ total_searches: 0 });
    // An address cannot hold the segment `.`.
    if (name !== ".")
      expect((await shop.call("GET", `/_analytics/filter-values/${encodeURIComponent(name)}`)).body).toEqual({
        filter_values: [value],
      });
  }
  expect(await figures({ __proto__x: "polluted" })).toMatchObject({ total_searches: 0 });
  expect(Object.prototype).not.toHaveProperty("half \ufffd");
}, 60_000);

test("a text that was cut within a letter is recorded", async () => {
  const id = await record(JSON.parse('{"query":"boot \\ud83e","user_id":"cut"}') as object);
  expect((await shop.call("GET", `/.analytics/_doc/${id}`)).body).toMatchObject({
    _source: { search_query: "boot \ufffd" },
  });
});

const keptEvents = async (id: string): Promise<string[]> => {
  const { _source } = z
    .object({ _source: z.record(z.string(), z.unknown()) })
    .parse((await shop.call("GET", `/.analytics/_doc/${id}`)).body);
  return Object.keys(_source).filter((name) => name.startsWith("c_"));
};
const madeUp = (of: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${of} ${n}`, "v"]));

async function credential(): Promise<string> {
  const limits = { analytics_limit: 100_000, ip_limit: 1_000_000 };
  const { body } = await shop.call("POST", "/_permission", {
    categories: ["analytics"],
    ops: ["read", "write"],
    indices: ["*"],
    limits,
  });
  const { username, password } = z.object({ username: z.string(), password: z.string() }).parse(body);
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

test("a credential brings in so many names of events, all together leave room for the owner's, and searches are kept without the others", async () => {
  const { events, namesOfOne, namesOfCallers, namesOfAll } = ANALYTICS_LIMITS;
  const one = await credential();
  const send = async (of: string, as?: string) => {
    const { status, body } = await shop.call(
      "PUT",
      "/shoes/_analytics/search",
      { query: of, user_id: of, custom_events: madeUp(of, events.most) },
      as,
    );
    expect(status).toBe(200);
    return keptEvents(IdSchema.parse(body).query_id);
  };
  const kept: number[] = [];
  for (let n = 0; n < 4; n++) kept.push((await send(`one ${n}`, one)).length);
  expect(kept.reduce((all, count) => all + count, 0)).toBe(namesOfOne.most);
  // What is there is used by everybody.
  expect(await send("one 0", await credential())).toHaveLength(events.most);
  let brought = namesOfOne.most;
  for (let more = 0; brought < namesOfCallers.most; more++) {
    const other = await credential();
    const before = brought;
    for (let n = 0; n < 3; n++) brought += (await send(`more ${more} ${n}`, other)).length;
    expect(brought).toBeGreaterThan(before);
  }
  expect(brought).toBe(namesOfCallers.most);
  expect(await send("late", await credential())).toEqual([]);
  // The owner has what is left.
  let owned = 0;
  for (let n = 0; n < (namesOfAll.most - namesOfCallers.most) / events.most + 2; n++)
    owned += (await send(`owner ${n}`)).length;
  expect(owned).toBeGreaterThan(200);
  const id = await record({ query: "last", user_id: "last", custom_events: { "one 0 1": "known", unheard: "of" } });
  expect(await keptEvents(id)).toEqual(["c_one 0 1"]);
  expect((await shop.call("PUT", "/shoes/_analytics/click", { query_id: id, click_on: { b1: 1 } })).status).toBe(200);
}, 60_000);
