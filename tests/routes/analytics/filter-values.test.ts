import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader } from "~/routes/analytics/popular-filters";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// Servers record the values of filters in small letters; the page shows them as the index has them.

let backend: TestBackend;
const at = "films";
const env = {};

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", `/${at}`, {
    mappings: { properties: { rating: { type: "keyword" }, year: { type: "integer" }, plot: { type: "text" } } },
  });
  await backend.call("PUT", `/${at}/_doc/1`, { rating: "PG-13", year: 1999 });
  await backend.call("PUT", `/${at}/_doc/2?refresh=true`, { rating: "R", year: 2003 });
  for (const [who, filters] of [{ rating: "PG-13" }, { rating: "NC-17" }, { year: "1999" }].entries())
    await backend.call("PUT", `/${at}/_analytics/search`, {
      ...{ query: `night ${who}`, user_id: `u${who}`, total_hits: 1, filters },
    });
  await backend.call("POST", "/.analytics/_refresh");
});
afterAll(() => backend.close());

async function valuesShown(as: Parameters<typeof openScreen>[1]["as"], query = "") {
  const page = await openScreen<typeof loader>(`popular-filters${query}`, { backend, at, as, env });
  const found = page.data?.found;
  const panel = found && "later" in found ? await found.later : found;
  const rows = panel?.ok ? (panel.value?.rows ?? []) : [];
  return rows.flatMap(({ group, name, title }) => (group === null ? [] : [`${group}: ${title ?? name}`])).sort();
}

it("are shown in the letters of the index, and those it does not have as they were recorded", async () => {
  expect(await valuesShown("admin")).toEqual(["rating: PG-13", "rating: nc-17", "year: 1999"]);
});

it("are found by either spelling, and by their filter", async () => {
  expect(await valuesShown("admin", "?q=pg-13")).toEqual(["rating: PG-13"]);
  expect(await valuesShown("admin", "?q=rating")).toEqual(["rating: PG-13", "rating: nc-17"]);
});

it("are those of the record for who may not search the index", async () => {
  expect(await valuesShown({ actions: ["analytics"] })).toEqual(["rating: nc-17", "rating: pg-13", "year: 1999"]);
});
