import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mmdb } from "../../setup/mmdb";
import { openShop, type Shop } from "./shop";

const IdSchema = z.object({ query_id: z.string() });

let folder: string;
let shop: Shop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "searchdeck-geo-"));
  const geoFile = join(folder, "city.mmdb");
  const networks = {
    "81.2.69.0/24": { country: "United Kingdom", city: "London", latitude: 51.5142, longitude: -0.0931 },
    "89.160.20.0/24": { country: "Sweden" },
    "10.0.0.0/8": { country: "Nowhere" },
    "127.0.0.0/8": { country: "Nowhere" },
  };
  await writeFile(geoFile, mmdb(networks));
  shop = await openShop({ geoFile });
}, 60_000);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const from = (address: string) => ({ "X-Forwarded-For": address });
async function recorded(user_id: string, headers: Record<string, string>, index = "lamps"): Promise<string> {
  return IdSchema.parse(
    (await shop.call("PUT", `/${index}/_analytics/search`, { query: "lamp", user_id }, undefined, headers)).body,
  ).query_id;
}
async function record(id: string) {
  return z.object({ _source: z.looseObject({}) }).parse((await shop.call("GET", `/.analytics/_doc/${id}`)).body)
    ._source;
}

test("searches are kept with the place of their visitor, and counted by country", async () => {
  const first = await recorded("a", from("81.2.69.160"));
  expect(await record(first)).toMatchObject({
    ip: "81.2.69.160",
    country: "United Kingdom",
    city: "London",
    location: "51.5142, -0.0931",
  });
  await recorded("b", from("81.2.69.161"));
  await recorded("c", from("89.160.20.3"));
  await recorded("d", from("89.160.20.4"), "books");
  for (const [user, headers] of [
    ["e", from("10.1.1.1")],
    ["f", {}],
    ["g", from("203.0.113.7")],
  ] as const)
    expect(await record(await recorded(user, headers))).not.toHaveProperty("country");
  // What comes later of the same search is its visitor's, wherever he is by then.
  await shop.call(
    "PUT",
    "/lamps/_analytics/click",
    { query_id: first, click_on: { l1: 1 } },
    undefined,
    from("89.160.20.3"),
  );
  expect(await record(first)).toMatchObject({ ip: "81.2.69.160", country: "United Kingdom", result_click_count: 1 });
  await shop.call("POST", "/.analytics/_refresh");
  expect((await shop.call("GET", "/_analytics/geo-distribution")).body).toEqual({
    geo_distribution: expect.arrayContaining([
      { key: "United Kingdom", count: 2 },
      { key: "Sweden", count: 2 },
    ]),
    total_searches: 7,
    total_countries: 2,
  });
  expect((await shop.call("GET", "/_analytics/books/geo-distribution")).body).toMatchObject({
    geo_distribution: [{ key: "Sweden", count: 1 }],
  });
});

test("X-Forwarded-For counts as far as the credential lets it", async () => {
  const made = await shop.call("POST", "/_permission", {
    categories: ["analytics"],
    indices: ["*"],
    ops: ["read", "write"],
    sources_xff_value: 2,
  });
  const { username, password } = z.object({ username: z.string(), password: z.string() }).parse(made.body);
  const as = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const { body } = await shop.call(
    "PUT",
    "/lamps/_analytics/search",
    { query: "lamp", user_id: "x" },
    as,
    from("81.2.69.160, 89.160.20.3, 10.0.0.1"),
  );
  expect(await record(IdSchema.parse(body).query_id)).toMatchObject({ country: "Sweden" });
});
