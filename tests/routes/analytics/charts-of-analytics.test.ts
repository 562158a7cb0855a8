import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { loader as geoPage } from "~/routes/analytics/geo-distribution";
import type { loader as requestsPage } from "~/routes/analytics/requests-per-minute";
import type { loader as latencyPage } from "~/routes/analytics/search-latency";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// Geo distribution, requests per minute and search latency on a server that was first asked a moment ago.

let backend: TestBackend;
const env = {};
const at = "films";
const IdSchema = z.object({ query_id: z.string() });

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", `/${at}/_doc/1?refresh=true`, { title: "Metropolis" });
  for (const [n, country] of ["Germany", "Germany", "Fiji", "Atlantis", null].entries()) {
    const search = { query: "metropolis", user_id: `visitor ${n}`, total_hits: 1 };
    const { query_id } = IdSchema.parse((await backend.call("PUT", `/${at}/_analytics/search`, search)).body);
    if (country !== null)
      await backend.call("POST", `/.analytics/_update/${query_id}?refresh=true`, { doc: { country } });
  }
  for (let n = 0; n < 3; n += 1)
    await backend.call("POST", `/${at}/_reactivesearch`, {
      query: [{ id: "s", value: "metropolis", dataField: ["title"] }],
    });
  await backend.call("GET", `/${at}/_doc/none`);
  await backend.call("POST", "/.analytics/_refresh");
  // Requests are recorded a moment later, in their order.
  const recorded = async () => {
    const { data } = await openScreen<typeof requestsPage>("requests-per-minute", { backend, at, env });
    const facts = await settled(data?.facts);
    return facts?.ok === true && facts.value.some(({ text }) => text.startsWith("1 failed"));
  };
  await vi.waitUntil(recorded, { timeout: 20_000, interval: 250 });
}, 60_000);
afterAll(() => backend.close());

/** What a panel holds, also one that comes late. */
async function settled<T>(of: T | { later: Promise<T> } | undefined) {
  return typeof of === "object" && of !== null && "later" in of ? of.later : of;
}

describe("geo distribution", () => {
  const open = async (path: string) => {
    const { data } = await openScreen<typeof geoPage>(path, { backend, at, env });
    const [countries, facts] = [await settled(data?.countries), await settled(data?.facts)];
    if (!countries?.ok || !facts?.ok || countries.value === null) throw new Error("not loaded");
    return { page: countries.value, facts: facts.value.map(({ text }) => text) };
  };

  it("tells countries, names that are none, and searches without one apart; nothing has a row of zero", async () => {
    const { page, facts } = await open("geo-distribution");
    expect(facts).toEqual(["5 searches", "2 countries", "1 unknown name", "1 without a country (20.0%)"]);
    expect(new Set(page.rows.map(({ name, code, count }) => `${name} ${code} ${count}`))).toEqual(
      new Set(["Germany DE 2", "Fiji FJ 1", "Atlantis null 1"]),
    );
  });

  it("keeps the whole world in the address, and offers the parts that have searches", async () => {
    const [fit, world, oceania] = await Promise.all(
      ["geo-distribution", "geo-distribution?region=world", "geo-distribution?region=oceania"].map(open),
    );
    expect([fit?.page.shown, world?.page.shown, oceania?.page.shown]).toEqual(["", "world", "oceania"]);
    expect(fit?.page.regions).toEqual(["europe", "oceania"]);
    expect(oceania?.page.rows.map(({ name }) => name)).toEqual(["Fiji"]);
    expect(world?.page.total).toBe(3);
  });
});

describe("requests per minute", () => {
  const open = async (as: "admin" | { actions: string[] }) => {
    const { data } = await openScreen<typeof requestsPage>("requests-per-minute", { backend, at, env, as });
    const [chart, facts] = [await settled(data?.chart), await settled(data?.facts)];
    if (!chart?.ok || !facts?.ok || chart.value === null) throw new Error("not loaded");
    return { chart: chart.value, facts: facts.value };
  };

  it("begin with the first, and have a line for each status that occurred", async () => {
    const { chart, facts } = await open("admin");
    expect(chart.noDataBefore).toMatch(/^No data before/);
    expect(chart.legend.map(({ key }) => key)).toEqual(expect.arrayContaining(["200", "404"]));
    expect(chart.legend.every(({ total }) => total !== "0")).toBe(true);
    // Half an hour by the minute, not one step of a month.
    expect(chart.table.rows.length).toBeGreaterThan(4);
    expect(facts.map(({ text }) => text).join(" · ")).toMatch(
      /^\d+ requests · peak [\d.]+ per minute · 1 failed \(\d+\.\d%\)$/,
    );
    expect(facts.at(-1)?.to).toMatch(/^\/app\/films\/request-logs\?.*filter=error/);
  });

  it("lead nowhere for who may not read the log", async () => {
    expect((await open({ actions: ["analytics"] })).facts.at(-1)).toEqual({ text: expect.stringMatching(/^1 failed/) });
  });
});

describe("search latency", () => {
  it("is told over time from the first search on, and in bars without empty ends", async () => {
    const { data } = await openScreen<typeof latencyPage>("search-latency", { backend, at, env });
    const [overTime, chart] = [await settled(data?.overTime), await settled(data?.chart)];
    if (!overTime?.ok || !chart?.ok) throw new Error("not loaded");
    expect(overTime.value).toMatchObject({ title: "Latency over time", empty: false });
    expect(overTime.value?.noDataBefore).toMatch(/^No data before/);
    expect(overTime.value?.note).toMatch(/^per [\d.]+ min$/);
    const counts = chart.value?.table.rows.map(([, , count]) => count) ?? [];
    expect([counts[0], counts.at(-1)]).not.toContain("0");
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(3);
  });
});
