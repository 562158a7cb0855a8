import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
// Loaded under the real clock: what is made from `Date` keeps the one that it met.
import "~/lib/address/range-of";
import type { loader as reportPage } from "~/routes/analytics/report";
import { daysOfWeek, weekAfter, weekOf } from "~/lib/analytics/iso-week";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// The report of a week, as a page and as a file.

const at = "lamps";
const DAY = 86_400_000;
let backend: TestBackend;
let gate: Gate;
beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", `/${at}/_doc/1?refresh=true`, { title: "Desk lamp" });
  const search = (query: string, total_hits: number) =>
    backend.call("PUT", `/${at}/_analytics/search`, {
      query,
      user_id: `u-${query}`,
      total_hits,
      filters: { brand: "Luxø" },
      impressions: [{ id: "1", index: at }],
    });
  for (const query of ["lampe für Öl", "電気スタンド", "<img src=x>", "مصباح", "🪔"]) await search(query, 1);
  await search("zzz", 0);
  await backend.call("POST", "/.analytics/_refresh");
});
afterAll(async () => {
  gate.decide(() => "pass");
  await gate.close();
  await backend.close();
});

const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const today = (timeZone = "UTC") => new Date().toLocaleDateString("sv-SE", { timeZone });
const open = (search = "") => openScreen<typeof reportPage>(`analytics/report${search}`, { backend: behind(), at });
async function file(search = "") {
  const { response } = await openScreen(`/resources/${at}/analytics/report${search}`, { backend: behind() });
  return { headers: response?.headers, html: (await response?.text()) ?? "" };
}
const body = (html: string) => html.slice(html.indexOf("<body"));
/** What the report says where the clock stands some days later. */
async function later<Value>(days: number, run: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ now: Date.now() + days * DAY, toFake: ["Date"] });
  return run().finally(() => vi.useRealTimers());
}

describe("the report of a week", () => {
  it("is of the last one that is over, with its fixed days", async () => {
    const { data } = await later(7, () => open());
    const week = weekOf(today());
    expect(data?.report).toMatchObject({
      week,
      until: null,
      index: at,
      previous: weekAfter(week, -1),
      next: weekAfter(week, 1),
    });
    expect(data?.report.summary).toMatchObject({
      ok: true,
      value: { now: { total_searches: 6, total_no_results_searches: 1 }, before: { total_searches: 0 } },
    });
    const nothing = data?.report.nothing;
    expect(nothing?.ok && nothing.value).toEqual([{ key: "zzz", count: 1, before: 0 }]);
    const volume = data?.report.volume;
    const rows = volume?.ok ? (volume.value?.table.rows ?? []) : [];
    expect(rows).toHaveLength(7);
    expect(rows.map(([, count]) => count).filter((count) => count !== "0")).toEqual(["6"]);
    const days = daysOfWeek(week);
    expect(days?.from.slice(0, 4)).toBe(week.slice(0, 4));
  });

  it("is of the last one with searches where nobody searched in the last one that is over", async () => {
    expect((await open()).data?.report.week).toBe(weekOf(today()));
  });

  it("says that a week is not over, and that one has not started", async () => {
    const [now, there] = [weekOf(today()), weekOf(today("Asia/Tokyo"))];
    expect((await open(`?week=${there}&zone=Asia/Tokyo`)).data?.report).toMatchObject({
      week: there,
      zone: "Asia/Tokyo",
      next: null,
      until: expect.any(String) as string,
    });
    expect(body((await file(`?week=${now}`)).html)).toContain("This week is not over.");
    expect(body((await file(`?week=${weekAfter(now, 3)}`)).html)).toContain("This week has not started yet.");
  });

  it("is a file that needs nothing else: no script, no link, nothing that is fetched", async () => {
    const { html, headers } = await file(`?week=${weekOf(today())}`);
    const text = body(html);
    for (const term of ["lampe für öl", "電気スタンド", "&lt;img src=x&gt;", "مصباح", "🪔", "zzz", "brand: luxø"])
      expect(text).toContain(term);
    expect(text).not.toMatch(/<(a|form|button|script|img|nav|link)\b|href=|src="|url\(/i);
    expect(text).toMatch(/<svg/);
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).not.toContain("Download");
    expect(headers?.get("content-disposition")).toMatch(/^attachment; filename="report-lamps-\d{4}-W\d\d\.html"$/);
  });

  it("of a week without a search says so", async () => {
    const text = body((await file("?week=2020-W53")).html);
    expect(text).toContain("Week 53, 2020".toLowerCase());
    expect(text).toContain("28 Dec 2020 – 3 Jan 2021");
    expect(text).toContain("Nobody searched in this week.");
    expect(text).not.toContain("Average click position");
    expect(text).toContain("No searches in this week.");
    expect(text.match(/Nothing in this week\./g)).toHaveLength(4);
  });

  it("shows what there is, and names what could not be loaded", async () => {
    gate.decide((path) =>
      path.includes("no-result-searches") ? { status: 500, body: '{"error":{"message":"broken"}}' } : "pass",
    );
    const text = body((await file(`?week=${weekOf(today())}`)).html);
    gate.decide(() => "pass");
    expect(text).toContain("No results searches could not be loaded.");
    expect(text).toContain("電気スタンド");
  });

  it("takes another week for the last one where the address has none", async () => {
    for (const search of ["?week=2026-W54", "?week=soon", "?zone=Nowhere/At_all"])
      expect((await later(7, () => open(search))).data?.report.week).toBe(weekOf(today()));
  });

  it("can be shared as any other page", async () => {
    const week = weekOf(today());
    const until = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);
    const form = { label: "Week", until, dates: "moving", intent: "create-link" };
    const made = await openScreen(
      `shared-links/new?page=${encodeURIComponent(`analytics/report?week=${week}&zone=UTC`)}`,
      { backend, at, form },
    );
    const { data } = await openScreen(made.response?.headers.get("Location") ?? "", { backend });
    const { pathname } = new URL((data as { address?: string } | undefined)?.address ?? "", "http://console.test");
    const { response } = await openScreen(pathname, { backend, as: "nobody" });
    const text = body((await response?.text()) ?? "");
    expect(text).toContain("電気スタンド");
    expect(text).not.toMatch(/<(a|form|button|script|img|nav)\b|href=/i);
  });
});
