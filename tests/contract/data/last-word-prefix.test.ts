import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Api, openApi } from "../api";

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

const AnswerSchema = z.object({
  s: z.object({ hits: z.object({ total: z.object({ value: z.number() }) }).optional(), error: z.unknown().optional() }),
});

test("begun words over keywords find values that begin so, beside texts, in one index or several", async () => {
  await api.call("PUT", "/codes", {
    mappings: {
      properties: { k: { type: "keyword" }, t: { type: "text" }, n: { type: "long" }, w: { type: "alias", path: "k" } },
    },
  });
  await api.call("POST", "/codes/_doc?refresh=true", { k: "ab c", t: "xy z", n: 12 });
  await api.call("PUT", "/codes-2", { mappings: { properties: { k: { type: "text" } } } });
  await api.call("POST", "/codes-2/_doc?refresh=true", { k: "ab d" });
  const hits = async (dataField: string[], value: string, index = "codes") => {
    const { body } = await api.call("POST", `/${index}/_reactivesearch`, { query: [{ id: "s", dataField, value }] });
    const parsed = AnswerSchema.parse(body).s;
    return parsed.error === undefined ? parsed.hits?.total.value : parsed.error;
  };
  expect(await hits(["k"], "ab")).toBe(1);
  expect(await hits(["w"], "ab")).toBe(1);
  expect(await hits(["k"], "b")).toBe(0);
  expect(await hits(["k"], "ab c")).toBe(1);
  expect(await hits(["t", "k"], "ab")).toBe(1);
  expect(await hits(["t", "k"], "xy")).toBe(1);
  expect(await hits(["k", "t"], "x")).toBe(1);
  expect(await hits(["nowhere"], "ab")).toBe(0);
  expect(await hits(["k"], "ab", "codes,codes-2")).toBe(2);
  const reacting = await api.call("POST", "/codes/_reactivesearch", {
    query: [
      { id: "s", dataField: ["k"], value: "ab", execute: false },
      { id: "r", dataField: ["k"], type: "term", react: { and: "s" } },
    ],
  });
  expect(reacting.text).toContain('"key":"ab c"');
});
