import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as overview } from "~/routes/analytics/overview";
import type { loader as results } from "~/routes/analytics/popular-results";
import type { loader as term } from "~/routes/analytics/query-overview";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// Documents of analytics are called as every other screen calls them.

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/lamps/_doc/1", { title: "Desk lamp" });
  await backend.call("PUT", "/lamps/_doc/2?refresh=true", { title: "Arc lamp" });
  await backend.call("PUT", "/chairs/_doc/1?refresh=true", { name: "Armchair" });
  for (const [index, id, user] of [
    ["lamps", "1", "ada"],
    ["lamps", "1", "bo"],
    ["lamps", "2", "cy"],
    ["lamps", "gone", "di"],
    ["chairs", "1", "ed"],
  ]) {
    const search = { query: "seat", user_id: user, total_hits: 1, impressions: [{ id, index }] };
    await backend.call("PUT", `/${index}/_analytics/search`, search);
  }
  await backend.call("POST", "/.analytics/_refresh");
});
afterAll(() => backend.close());

async function settled<Value>(
  of: { ok: true; value: Value } | { ok: false } | { later: Promise<{ ok: true; value: Value } | { ok: false }> },
): Promise<Value> {
  const found = "later" in of ? await of.later : of;
  if (!found.ok) throw new Error("the panel failed");
  return found.value;
}

async function listed(path: string, where: { at?: string; as?: Parameters<typeof openScreen>[1]["as"] } = {}) {
  const { data } = await openScreen<typeof results>(path, { backend, as: "admin", ...where });
  const found = data && (await settled(data.found));
  return found?.rows.map(({ name, index, title }) => `${String(index)}/${name}: ${String(title)}`);
}

describe("documents in lists", () => {
  it.each(["popular-results", "recent-results"])("of %s have their titles, index by index", async (path) => {
    expect((await listed(path))?.toSorted()).toEqual([
      "chairs/1: Armchair",
      "lamps/1: Desk lamp",
      "lamps/2: Arc lamp",
      "lamps/gone: null",
    ]);
  });

  it("of recent results have the time at which they were seen last", async () => {
    const { data } = await openScreen<typeof results>("recent-results", { backend });
    const found = data && (await settled(data.found));
    const age = (at: string | null) => Date.now() - Date.parse(at ?? "");
    expect(found?.rows.map(({ at }) => age(at) >= 0 && age(at) < 120_000)).toEqual([true, true, true, true]);
  });

  it("are sorted and found by their titles", async () => {
    const at = "lamps";
    expect(await listed("popular-results?sort=name", { at })).toEqual([
      "lamps/2: Arc lamp",
      "lamps/1: Desk lamp",
      "lamps/gone: null",
    ]);
    expect(await listed("popular-results?q=arc", { at })).toEqual(["lamps/2: Arc lamp"]);
  });

  it("are ids for who may not read the documents", async () => {
    expect(await listed("popular-results", { at: "lamps", as: { actions: ["analytics"] } })).toContain("lamps/1: null");
  });
});

describe("documents of a term and of the overview", () => {
  it("have titles and lead to their pages", async () => {
    const of = await openScreen<typeof term>("popular-searches/query-overview/seat", { backend, at: "lamps" });
    const documents = of.data && (await settled(of.data.seen));
    expect(documents?.map(({ key, label }) => [key, label])).toContainEqual(["1", "Desk lamp"]);
    const all = await openScreen<typeof overview>("analytics", { backend });
    const top = all.data && (await settled(all.data.results));
    expect(top).toContainEqual({ key: "1", count: 2, label: "Desk lamp", to: "/app/lamps/browse/1" });
  });
});
