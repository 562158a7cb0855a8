import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../api";

// Rows of docs/reference/spec-differences.md that no recorded case shows.

const RecordSchema = z.looseObject({
  email: z.string().optional(),
  description: z.string().optional(),
  include_fields: z.array(z.string()).nullish(),
  exclude_fields: z.array(z.string()).nullish(),
});
const CountSchema = z.object({ count: z.number() });

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

test("times of analytics are read in both forms", async () => {
  const searched = await api.call("POST", "/shoes/_reactivesearch", {
    query: [{ id: "s", value: "boot", dataField: ["name"] }],
    settings: { recordAnalytics: true },
  });
  expect(searched.status).toBe(200);
  const now = Math.floor(Date.now() / 1000);
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", "/");
  const found = async (range: string) => {
    await api.call("POST", "/_refresh");
    const { body } = await api.call("GET", `/_analytics/shoes/recent-searches?show_global=true&${range}`);
    return JSON.stringify(body).includes("boot");
  };
  await expect.poll(() => found(`from_timestamp=${now - 60}&to_timestamp=${now + 60}&time_zone=%2B00:00`)).toBe(true);
  expect(await found(`from=${today}&to=${today}`)).toBe(true);
  expect(await found(`from_timestamp=${now - 7200}&to_timestamp=${now - 3600}`)).toBe(false);
  expect(await found("from=2001/01/01&to=2001/01/02")).toBe(false);
});

test("two re-indexings of an index at once lose nothing", async () => {
  await makeShoes(api, "twice");
  // Not refreshed: it can be found by nobody yet.
  await api.call("PUT", "/twice/_doc/4", { name: "Clog" });
  const again = () => api.call("POST", "/_reindex/twice", { mappings: null });
  const [first, second] = await Promise.all([again(), again()]);
  const refused = [first, second].filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual([400]);
  expect(refused[0]?.text).toContain("Re-indexing is already in progress for twice index");
  await api.call("POST", "/twice/_refresh");
  expect(CountSchema.parse((await api.call("GET", "/twice/_count")).body).count).toBe(4);
});

describe("an empty value clears what may be empty", () => {
  test("of a user", async () => {
    await api.call("POST", "/_user", {
      username: "ella",
      password: "a-quiet-owl",
      allowed_actions: ["develop"],
      email: "ella@shop.test",
    });
    expect((await api.call("PATCH", "/_user/ella", { email: "" })).status).toBe(200);
    expect(RecordSchema.parse((await api.call("GET", "/_user/ella")).body).email).toBe("");
  });

  test("of a credential", async () => {
    const made = z.object({ username: z.string() }).parse(
      (
        await api.call("POST", "/_permission", {
          description: "shop",
          include_fields: ["name"],
          exclude_fields: ["price"],
        })
      ).body,
    );
    expect(
      (
        await api.call("PATCH", `/_permission/${made.username}`, {
          description: "",
          include_fields: null,
          exclude_fields: null,
        })
      ).status,
    ).toBe(200);
    const now = RecordSchema.parse((await api.call("GET", `/_permission/${made.username}`)).body);
    expect([now.description, now.include_fields ?? null, now.exclude_fields ?? null]).toEqual(["", null, null]);
  });
});

test("no password stands in the request log", async () => {
  await api.call("POST", "/_user", { username: "finn", password: "a-loud-heron", allowed_actions: ["develop"] });
  await api.call("PATCH", "/_user/finn", { password: "a-shy-heron" });
  const records = async () => (await api.call("GET", "/_logs?size=50")).text;
  await expect.poll(records).toContain("/_user/finn");
  const text = await records();
  expect(text).toContain("***");
  expect(text).not.toMatch(/a-(loud|shy)-heron/);
});
