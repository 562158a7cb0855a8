import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Api, openApi } from "../../api";
import { FIELDS, INDEX, plant } from "./planted-fields";
import { UNLIMITED } from "./twins";

// What is not told is not found either, by whoever asks for it by its name.

const LogsSchema = z.object({ total: z.number() });
const [CLOSED, OPEN] = FIELDS;

let api: Api;
let as: string;
beforeAll(async () => {
  api = await openApi();
  await plant(api, 1);
  const categories = ["logs", "analytics", "searchgrader"];
  as = await api.credential({ indices: ["*"], categories, ops: ["read"], limits: UNLIMITED, exclude_fields: [CLOSED] });
}, 60_000);
afterAll(() => api.close());

test("calls whose paths name a closed field", async () => {
  const found = async (text: string, more: object) =>
    LogsSchema.parse((await api.call("GET", `/_logs?text=${text}`, undefined, more)).body).total;
  const part = CLOSED.slice(0, -1);
  expect(await found(`field/${part}`, {})).toBeGreaterThan(0);
  for (const text of [CLOSED, part, `field/${part}`]) expect(await found(text, { as }), text).toBe(0);
  // By a path that names an index alone, by a route and by an index.
  for (const text of ["old/_sear", ":index/_mapping", INDEX])
    expect(await found(text, { as }), text).toBeGreaterThan(0);
});

test.each([
  ["figures of a term", (field: string) => `/_analytics/${INDEX}/query-overview?query=${field}%20of%20boots`],
  ["grades of a term", (field: string) => `/_grade/${INDEX}?query=${field}%20of%20boots`],
  ["values of an event", (field: string) => `/_analytics/filter-values/${field}`],
])("%s that names a closed field", async (_, path) => {
  const found = async (field: string, more: object) =>
    (await api.call("GET", path(field), undefined, more)).text.match(/"(?:count|grade)":[1-9]|_values":\["/g)?.length ??
    0;
  expect(await found(CLOSED, {})).toBeGreaterThan(0);
  expect(await found(CLOSED, { as })).toBe(0);
  expect(await found(OPEN, { as })).toBe(await found(OPEN, {}));
});
