import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { loader as aiPage } from "~/routes/analytics/ai-insights/ai-insights";
import type { loader as sessionPage } from "~/routes/analytics/ai-insights/session";
import type { loader as pipelinePage } from "~/routes/analytics/pipeline-insights/pipeline-insights";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// AI and pipeline insights: on our own server, which has no conversation and no run, and on a played one that has.

const DAY = 86_400_000;
const start = Date.UTC(2026, 10, 1);
const talk = (n: number, more: object = {}) => ({
  session_id: `s${n}`,
  useful: n === 1 ? true : null,
  input_tokens: 10,
  output_tokens: 4,
  messages: [
    { role: "system", content: "You are a secret." },
    { role: "user", content: `Question ${n} <b>` },
    { role: "assistant", content: "**Answer**" },
  ],
  model: "m",
  created_at: start + n * DAY,
  timestamp: start + n * DAY,
  ...more,
});
const days = (name: string, values: [number, string | number, number | null][]) =>
  [...new Set(values.map(([day]) => day))].map((day) => ({
    key: start + day * DAY,
    [name]: values.filter(([of]) => of === day).map(([, key, value]) => ({ key, value })),
  }));

const user = { username: "mira", password: "x", is_admin: false, allowed_actions: ["analytics", "pipelines"] };
const plan = (version: string, more: object = {}) => ({
  "/arc/plan": { body: { tier: "arc-enterprise", billing: false, version, ...more } },
  "/_user": { body: user },
});
const figures = {
  total_sessions: 12,
  total_invocations: 20,
  total_tokens: 300,
  useful: [
    { key: 1, key_as_string: "true", count: 3 },
    { key: 0, key_as_string: "false", count: 1 },
  ],
  session_histogram: [
    { key: start, count: 2 },
    { key: start + 2 * DAY, count: 1 },
  ],
};

let backend: TestBackend;
let server: Awaited<ReturnType<typeof playServer>>;
beforeAll(async () => {
  backend = await startTestBackend();
  server = await playServer(
    searchServer({
      ...plan("8.20.0"),
      "/_ai/analytics": { body: figures },
      "/_ai/analytics/filter": {
        body: { hits: [...Array.from({ length: 11 }, (_, n) => talk(n)), { session_id: 5 }], count: 12 },
      },
      "/_ai/s1/detail": { body: talk(1, { reason: "clear", index: ["films"], document_ids: null }) },
      "/_analytics/summary": { body: { summary: { total_searches: 77 } } },
      "/_pipelines": {
        body: [
          { id: "old", description: "", _version: 1, created_at: 1_690_000_000, updated_at: 1_690_000_000 },
          { id: "route", description: "Books", _version: 3, created_at: 1_690_000_000, updated_at: 1_699_000_000 },
        ],
      },
      "/_analytics/pipelines/usage": {
        body: {
          pipelines: [
            { key: "route", count: 4 },
            { key: "gone", count: 2 },
          ],
        },
      },
      "/_pipeline/route/versions": {
        body: [
          { id: "route", _version: 2, is_live: false },
          { id: "route", _version: 3, _version_description: "adds cache", is_live: true },
        ],
      },
      "/_analytics/pipeline/route/time-taken": {
        body: days("version_histogram", [
          [0, 2, 31.4],
          [2, 2, null],
          [2, 3, 9],
        ]),
      },
      "/_analytics/pipeline/route/error-rate": { body: days("version_histogram", [[0, 2, 12.5]]) },
      "/_analytics/pipeline/route/version/3/time-taken": {
        body: days("stage_histogram", [
          [2, "auth", 0.4],
          [2, "query", null],
        ]),
      },
      "/_analytics/pipeline/route/version/3/error-rate": {
        status: 500,
        body: { error: { code: 500, message: "unknown version" } },
      },
    }),
  );
});
afterAll(async () => {
  await server.close();
  await backend.close();
});
beforeEach(() => void server.seen.splice(0));

type Settled<T> = { ok: true; value: T } | { ok: false; failure: unknown } | { later: unknown };
function valueOf<T>(panel: Settled<T> | null | undefined): T {
  if (!panel || !("ok" in panel) || !panel.ok) throw new Error(`no value: ${JSON.stringify(panel)}`);
  return panel.value;
}
const played = () => ({ url: server.url, username: "mira", password: "right" });
const queryOf = (path: string) =>
  Object.fromEntries(
    new URL(server.seen.find((call) => call.path.startsWith(path))?.path ?? "", "http://x").searchParams,
  );

/** A server that answers nothing but what every one does, and what is given. */
async function bare<T>(answers: Parameters<typeof searchServer>[0], path: string) {
  const other = await playServer(searchServer(answers));
  return openScreen<() => Promise<T>>(path, { backend: { ...played(), url: other.url } }).finally(() => other.close());
}

describe("AI insights", () => {
  const open = (path: string, behind: Parameters<typeof openScreen>[1]["backend"] = played()) =>
    openScreen<typeof aiPage>(path, { backend: behind });

  it("has figures, days without a gap, and a page of sessions, the newest first", async () => {
    const { data } = await open("ai-insights?useful=true&user=ada&model=gpt");
    expect(valueOf(data?.shown?.figures)).toMatchObject({ sessions: 12, invocations: 20, useful: 3, notUseful: 1 });
    expect(valueOf(data?.shown?.searches)).toBe(77);
    expect(valueOf(data?.shown?.days)?.table.rows.map((row) => row.at(-1))).toEqual(["2", "0", "1"]);
    const list = valueOf(data?.shown?.sessions);
    expect(list?.rows.map(({ id }) => id)).toEqual(["s9", "s8", "s7", "s6", "s5", "s4", "s3", "s2", "s1", "s0"]);
    expect(list).toMatchObject({ total: 11, atLeast: true });
    const { from_timestamp: from, to_timestamp: to, ...asked } = queryOf("/_ai/analytics/filter");
    expect(asked).toEqual({ size: "11", offset: "0", useful: "true", model_prefix: "gpt", user_id: "ada" });
    expect(Number(to) - Number(from)).toBeGreaterThan(28 * DAY);
  });

  it("knows how many there are where nothing is filtered, and starts a page where the last one ended", async () => {
    const { data } = await open("ai-insights?page=2");
    expect(valueOf(data?.shown?.sessions)).toMatchObject({ total: 20, atLeast: false });
    expect(queryOf("/_ai/analytics/filter")).toMatchObject({ offset: "10" });
  });

  it("shows a session without what the model was told", async () => {
    const { data } = await openScreen<typeof sessionPage>("ai-insights/s1", { backend: played() });
    expect(data?.session).toMatchObject({
      question: "Question 1 <b>",
      useful: true,
      reason: "clear",
      index: ["films"],
      document_ids: [],
      at: start + DAY,
    });
    expect(data?.session?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(
      (await openScreen<typeof sessionPage>("ai-insights/nobody", { backend: played() })).data?.session,
    ).toBeNull();
  });

  it("is empty on a server without conversations, and says so of one without the calls, or too old", async () => {
    const own = await open("ai-insights", backend);
    expect(valueOf(own.data?.shown?.figures)).toMatchObject({ sessions: 0, useful: 0 });
    expect(valueOf(own.data?.shown?.days)?.empty).toBe(true);
    expect(valueOf(own.data?.shown?.sessions)).toEqual({ rows: [], total: 0, atLeast: false });
    type Page = Awaited<ReturnType<typeof aiPage>>;
    const none = (await bare<Page>(plan("8.20.0"), "ai-insights")).data;
    expect([valueOf(none?.shown?.figures), valueOf(none?.shown?.sessions)]).toEqual([null, null]);
    expect((await bare<Page>(plan("8.11.9"), "ai-insights")).data).toMatchObject({ old: "8.11.9", shown: null });
    expect(
      (await bare<Page>(plan("8.0.0", { image_type: "sls", backend: "elasticsearch" }), "ai-insights")).data?.old,
    ).toBeNull();
    expect(
      (await bare<Page>(plan("8.20.0", { billing: true, time_validity: 0, tier: null }), "ai-insights")).data,
    ).toMatchObject({
      plan: { ok: false },
      shown: null,
    });
  });
});

describe("pipeline insights", () => {
  const open = (path: string, behind: Parameters<typeof openScreen>[1]["backend"] = played()) =>
    openScreen<typeof pipelinePage>(path, { backend: behind });

  it("offers the pipelines, those changed last first, with their use, and then those that ran and are gone", async () => {
    const { data } = await open("pipeline-insights?pipeline=old");
    const { pipelines } = valueOf(data?.found);
    expect(pipelines?.map(({ value, label }) => [value, label.replace(/changed [^·]+·/, "…")])).toEqual([
      ["route", "Books (route) · … used 4 times"],
      ["old", "old · … not used"],
      ["gone", "gone · used 2 times"],
    ]);
    expect(data?.of).toEqual({ id: "old", name: "old" });
  });

  it("opens on the pipeline that ran most", async () => {
    expect(await open("pipeline-insights")).toRedirectTo("/cluster/pipeline-insights?pipeline=route");
    expect(await open("pipeline-insights?range=last-7-days")).toRedirectTo(
      "/cluster/pipeline-insights?pipeline=route&range=last-7-days",
    );
    expect((await open("pipeline-insights?pipeline=gone")).data?.of).toBeNull();
  });

  it("draws times and failures by version, and by the stages of the live one; each settles alone", async () => {
    const { data } = await open("pipeline-insights?pipeline=route&range=last-7-days");
    expect(data?.version).toBe(3);
    expect(valueOf(data?.found).versions?.map(({ label }) => label)).toEqual(["v3 · adds cache · live", "v2"]);
    const [times, errors] = data?.charts?.versions ?? [];
    expect(valueOf(times)?.legend.map(({ label }) => label)).toEqual(["v2", "v3"]);
    expect(valueOf(times)?.table.rows.map((row) => row.slice(1))).toEqual([
      ["32 ms", "–"],
      ["–", "–"],
      ["–", "9 ms"],
    ]);
    expect(valueOf(errors)?.table.rows.map((row) => row.slice(1))).toEqual([["12.5%"]]);
    const [stageTimes, stageErrors] = data?.charts?.stages ?? [];
    expect(valueOf(stageTimes)?.legend.map(({ label }) => label)).toEqual(["auth", "query"]);
    expect(stageErrors).toMatchObject({ ok: false, failure: { status: 500 } });
    const { from_timestamp: from, to_timestamp: to, ...rest } = queryOf("/_analytics/pipeline/route/time-taken");
    expect(rest).toEqual({});
    expect(Number(to)).toBeLessThan(Date.now() / 1000 + 2);
    expect(Number(to) - Number(from)).toBeGreaterThan(5 * 86_400);
  });

  it("shows what ran on a server that keeps runs and lists no pipelines", async () => {
    const now = Date.now();
    const stages = [{ id: "query", took: 18, error: true, executed: true }];
    const run = { pipeline_id: "ran", version: 2, took: 20, error: false, timestamp: now, stages };
    await backend.call("PUT", "/.pipeline_runs/_doc/1?refresh=true", run);
    const { data } = await open("pipeline-insights?pipeline=ran", backend);
    expect(valueOf(data?.found)).toEqual({
      pipelines: [{ value: "ran", label: "ran · used 1 time" }],
      versions: [{ value: "2", label: "v2" }],
    });
    const rows = [...(data?.charts?.versions ?? []), ...(data?.charts?.stages ?? [])].map(
      (chart) => valueOf(chart)?.table.rows[0]?.[1],
    );
    expect(rows).toEqual(["20 ms", "100.0%", "18 ms", "100.0%"]);
    await backend.call("DELETE", "/.pipeline_runs/_doc/1?refresh=true");
  });

  it("is empty where there are none, and needs the permission for pipelines and a server that knows them", async () => {
    const { data } = await open("pipeline-insights", backend);
    expect([valueOf(data?.found), data?.charts]).toEqual([{ pipelines: [], versions: null }, null]);
    expect(await openScreen("pipeline-insights", { backend, as: { actions: ["analytics"] } })).toRequire("Pipelines");
    type Page = Awaited<ReturnType<typeof pipelinePage>>;
    expect(
      valueOf((await bare<Page>(plan("8.20.0"), "pipeline-insights?pipeline=x")).data?.found).pipelines,
    ).toBeNull();
    expect((await bare<Page>(plan("7.64.0"), "pipeline-insights")).data).toMatchObject({ old: "7.64.0", found: null });
  });
});
