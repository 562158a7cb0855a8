import type { loader as undoPage } from "~/routes/data/changes/undo";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { loader as deletePage } from "~/routes/analytics/insights/delete";
import type { loader as insightsPage } from "~/routes/analytics/insights/insights";
import { insightMonth } from "~/services/analytics/insights.server";
import { playServer, searchServer, type Seen } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// Insights against a server that answers as the contract says, markup and holes included.

const advice = [
  { title: "Synonyms", description: "Add <b>words</b>", short_link: "app/:index/synonyms", long_link: "" },
  {
    title: "Read the logs",
    description: "",
    short_link: "app/:index/request-logs",
    long_link: "https://example.org/logs",
  },
  { title: "Run", description: "", short_link: "javascript:alert(1)", long_link: "javascript:alert(1)" },
];
const insights = {
  no_results: {
    title: "<strong>60</strong> searches found nothing",
    description: "See <script>which</script>",
    short_link: "app/:index/no-results-searches",
    recommendations: advice,
  },
  popular_searches: { title: "", description: "", short_link: "app/:index/popular-searches", recommendations: [] },
  error_400: {
    title: "7 requests failed",
    description: "",
    short_link: "app/:index/request-logs",
    recommendations: null,
  },
};
type Id = keyof typeof insights;

let server: Awaited<ReturnType<typeof playServer>>;
let lists: Record<"insights" | "saved" | "read", Id[]>;
let answer: { status: number; body: unknown } | undefined;

function play(call: Seen) {
  if (!call.path.startsWith("/_analytics")) return searchServer()(call);
  if (answer) return answer;
  if (call.method === "PUT") {
    const { id, status } = JSON.parse(call.body) as { id: Id; status: string };
    for (const name of ["insights", "saved", "read"] as const) lists[name] = lists[name].filter((one) => one !== id);
    if (status === "saved" || status === "read") lists[status].push(id);
    return { body: { code: 200, status: "OK", message: "done" } };
  }
  const list = (ids: Id[]) => ids.map((id) => ({ id, insight: insights[id] }));
  return { body: { insights: list(lists.insights), saved: list(lists.saved), read: [...list(lists.read), { id: 3 }] } };
}

beforeAll(async () => {
  server = await playServer(play);
});
afterAll(() => server.close());
beforeEach(() => {
  lists = { insights: ["no_results", "popular_searches"], saved: ["error_400"], read: [] };
  answer = undefined;
  server.seen.splice(0);
});

const behind = () => ({ url: server.url, username: "mira", password: "right" });
const open = (path = "analytics/insights", at?: string) =>
  openScreen<typeof insightsPage>(path, { backend: behind(), ...(at ? { at } : {}) });
const shown = async (path?: string, at?: string) => {
  const found = (await open(path, at)).data?.found;
  return found?.ok ? found.value : undefined;
};
const post = (path: string, form: Record<string, string>, at?: string) =>
  openScreen(path, { backend: behind(), form, ...(at ? { at } : {}) });
const puts = () =>
  server.seen.filter(({ method }) => method === "PUT").map(({ path, body }) => [path, JSON.parse(body) as unknown]);

describe("the month", () => {
  it.each([
    ["2026-01-01T00:00:00Z", "2025-12-01", "2025-12-31"],
    ["2028-03-31T23:59:59Z", "2028-02-01", "2028-02-29"],
  ])("before %s", (now, from, to) => expect(insightMonth(Date.parse(now))).toMatchObject({ from, to }));
});

describe("the list", () => {
  it("has texts without markup, the report of the same month, and links to screens that are there", async () => {
    // Signed in by the real clock: a session that began then would have stood still for too long for the tests that
    // come.
    await open();
    vi.useFakeTimers({ now: Date.parse("2026-11-23T08:00:00Z"), toFake: ["Date"] });
    const list = await shown().finally(() => vi.useRealTimers());
    expect(list?.counts).toEqual({ insights: 2, saved: 1, read: 0 });
    const [first, second] = list?.shown ?? [];
    expect(first).toMatchObject({
      title: "60 searches found nothing",
      description: "See which",
      when: "Listed when at least one search found nothing.",
    });
    expect(first?.report).toBe("/cluster/no-results-searches?from=2026-10-01&to=2026-10-31&zone=UTC");
    expect(first?.advice.map(({ title, description, web }) => [title, description, web])).toEqual([
      ["Synonyms", "Add words", undefined],
      ["Read the logs", "", "https://example.org/logs"],
      ["Run", "", undefined],
    ]);
    expect(first?.advice[1]?.to).toBe("/cluster/request-logs");
    expect(first?.advice[2]?.to).toBeUndefined();
    expect(second?.title).toBe("Some search terms are popular");
  });

  it("is of one index at its level, by its tab", async () => {
    expect(
      (await shown("analytics/insights?tab=saved", "books"))?.shown.map(({ id, report }) => [
        id,
        report?.split("?")[0],
      ]),
    ).toEqual([["error_400", "/app/books/request-logs"]]);
    expect(server.seen.map(({ path }) => path)).toContain("/_analytics/books/insights");
  });

  it("opens from a published dashboard's link on any page of analytics", async () => {
    const link = "insights-sidebar=true&insights-tab=READ&insights-id=low_clicks";
    expect(await open(`popular-searches?${link}`, "books")).toRedirectTo(
      "/app/books/analytics/insights?tab=read#low_clicks",
    );
    expect(await open("analytics?insights-sidebar=true&insights-id=%0d%0a")).toRedirectTo(
      "/cluster/analytics/insights",
    );
  });

  it("says where the server has none, where the plan has none, and where a call fails", async () => {
    answer = { status: 404, body: {} };
    expect((await open()).data?.found).toEqual({ ok: true, value: null });
    answer = { status: 402, body: { error: { message: "upgrade" } } };
    expect((await open()).data?.found).toMatchObject({ ok: false, failure: { status: 402 } });
    const free = await playServer(
      searchServer({ "/arc/plan": { body: { tier: null, billing: true, time_validity: 0, version: "8.20.0" } } }),
    );
    const { data } = await openScreen<typeof insightsPage>("analytics/insights", {
      backend: { ...behind(), url: free.url },
    }).finally(() => free.close());
    expect(data).toMatchObject({ found: null, plan: { ok: false, because: "plan" } });
    expect(free.seen.filter(({ path }) => path.startsWith("/_analytics"))).toEqual([]);
  });
});

describe("moving", () => {
  it.each([
    [
      "saved",
      "Saved: 60 searches found nothing.",
      { insights: ["popular_searches"], saved: ["error_400", "no_results"], read: [] },
    ],
    [
      "read",
      "Marked as read: 60 searches found nothing.",
      { insights: ["popular_searches"], saved: ["error_400"], read: ["no_results"] },
    ],
  ])("to %s is one call, and says so", async (to, text, after) => {
    const opened = await post("analytics/insights?tab=insights", { intent: "move no_results", to });
    expect(opened).toRedirectTo("/cluster/analytics/insights?tab=insights");
    expect(opened.flash).toContain(text);
    expect(puts()).toEqual([["/_analytics/insight-status", { id: "no_results", status: to }]]);
    expect(lists).toEqual(after);
  });

  it("out of the saved ones can be undone", async () => {
    const { response, flash } = await post(
      "analytics/insights?tab=saved",
      { intent: "move error_400", to: "read" },
      "books",
    );
    expect(response?.status).toBe(302);
    expect(flash).toContain("Removed from saved: 7 requests failed.");
    expect(puts()).toEqual([["/_analytics/books/insight-status", { id: "error_400", status: "read" }]]);
  });

  it("of one that is gone, or is there already, changes nothing", async () => {
    expect((await post("analytics/insights", { intent: "move low_clicks", to: "saved" })).flash).toContain(
      "no longer listed",
    );
    expect((await post("analytics/insights", { intent: "move error_400", to: "saved" })).flash).toContain(
      "already there",
    );
    expect((await post("analytics/insights", { intent: "move error_400", to: "deleted" })).status).toBe(400);
    expect(puts()).toEqual([]);
  });

  it("to nowhere asks first, deletes, and comes back by the undo", async () => {
    const path = "analytics/insights/error_400/delete";
    const asked = await openScreen<typeof deletePage>(path, { backend: behind() });
    expect(asked.data?.insight).toMatchObject({
      title: "7 requests failed",
      tab: "saved",
      request: { method: "PUT", path: "/_analytics/insight-status" },
    });
    const deleted = await post(path, { intent: "delete-insight" });
    expect(deleted).toRedirectTo("/cluster/analytics/insights?tab=saved");
    expect(lists.saved).toEqual([]);
    const entry = await lastChange();
    const plan = await openScreen<typeof undoPage>(`changes/${entry}/undo`, { backend: behind() });
    expect(plan.data?.parts[0]?.plan).toMatchObject({
      ready: true,
      note: "The insight is still deleted. It comes back under Saved.",
    });
    expect(await post(`changes/${entry}/undo`, { intent: "undo-change" })).toRedirectTo("/cluster/analytics/insights");
    expect(lists.saved).toEqual(["error_400"]);
    expect(
      (await openScreen<typeof deletePage>("analytics/insights/nothing/delete", { backend: behind() })).data?.insight,
    ).toBeNull();
  });
});

async function lastChange(): Promise<string> {
  const { data } = await openScreen<() => Promise<{ rows: { id: string }[] }>>("changes", { backend: behind() });
  return data?.rows[0]?.id ?? "";
}
