import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Api, openApi } from "../api";

// What visitors searched for next, of searches that are recorded in this order.

let api: Api;
const NextSchema = z.object({ next_searches: z.array(z.object({ key: z.string(), count: z.number() })) });
const next = async (query: string, more = "", as?: object) => {
  const { body } = await api.call("GET", `/_analytics/shoes/next-searches?query=${query}${more}`, undefined, as);
  return NextSchema.parse(body).next_searches;
};

const record = (index: string, user_id: string, query: string, total_hits: number) =>
  api.call("PUT", `/${index}/_analytics/search`, { query, user_id, total_hits });

beforeAll(async () => {
  api = await openApi();
  for (const index of ["shoes", "hats"]) await api.call("PUT", `/${index}/_doc/1?refresh=true`, { name: "Boot" });
  for (const user of ["ada", "bo", "cy"]) {
    await record("shoes", user, "wellies", 0);
    // What found nothing either helped nobody.
    await record("shoes", user, "gummistiefel", 0);
    await record("shoes", user, user === "cy" ? "sandal" : "rain boot", 3);
    // The one after the next is no answer to the first.
    await record("shoes", user, "umbrella", 2);
  }
  await record("shoes", "di", "rain hat", 4);
  await record("shoes", "di", "wellies", 0);
  await record("hats", "eve", "wellies", 0);
  await record("hats", "eve", "sou'wester", 1);
  await api.call("POST", "/.analytics/_refresh");
});
afterAll(() => api.close());

test("are those that found something, by how many visitors, and none that came before", async () => {
  expect(await next("wellies")).toEqual([
    { key: "rain boot", count: 2 },
    { key: "sandal", count: 1 },
  ]);
  expect(await next("wellies", "&size=1")).toEqual([{ key: "rain boot", count: 2 }]);
  expect([await next("nobody"), await next("")]).toEqual([[], []]);
});

test("are of the index, the time and the visitor that are asked for", async () => {
  const now = Math.floor(Date.now() / 1000);
  expect(await next("wellies", `&from_timestamp=${now - 9000}&to_timestamp=${now - 4000}`)).toEqual([]);
  expect(await next("wellies", "&user_id=cy")).toEqual([{ key: "sandal", count: 1 }]);
  const all = await api.call("GET", "/_analytics/next-searches?query=wellies");
  expect(NextSchema.parse(all.body).next_searches.map(({ key }) => key)).toEqual(["rain boot", "sandal", "sou'wester"]);
});

test("five minutes later nobody was looking for the same any more", async () => {
  await record("shoes", "fay", "clogs", 0);
  const late = z.object({ query_id: z.string() }).parse((await record("shoes", "fay", "pumps", 1)).body).query_id;
  await api.call("POST", "/.analytics/_refresh");
  expect(await next("clogs")).toEqual([{ key: "pumps", count: 1 }]);
  const timestamp = new Date(Date.now() + 6 * 60_000).toISOString();
  await api.call("POST", `/.analytics/_update/${late}?refresh=true`, { doc: { timestamp } });
  const soon = Math.floor(Date.now() / 1000) + 900;
  expect(await next("clogs", `&to_timestamp=${soon}&from_timestamp=${soon - 90_000}`)).toEqual([]);
});
