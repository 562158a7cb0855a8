import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rangeOf } from "~/lib/address/range-of";
import { getDiskUsage } from "~/services/indices/mappings/disk-usage.server";
import { getLog } from "~/services/data/logs/get.server";
import { getPercentiles } from "~/services/data/logs/figures.server";
import { getRetention } from "~/services/data/logs/retention.server";
import { getRequestsOverTime } from "~/services/data/logs/traffic-over-time.server";
import { getHealthWord } from "~/services/overview/health.server";
import { listThreadPools } from "~/services/analytics/monitoring.server";
import { listIndices } from "~/services/indices/list.server";
import { listPipelineVersions } from "~/services/analytics/pipelines/insights.server";
import { listTemplates } from "~/services/indices/templates/read.server";
import { fetchPlan } from "~/session/identity.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { createSession } from "~/sessions.server";
import { consoleRequest, cookiesOf, playServer, searchServer, testContext } from "../../../../tests/setup/console";

// Services that do without a call where a server lacks it: however it says so, and only then. Played, for ours has most
// of these calls.

const error = (message: string) => ({ status: 400, body: { error: { code: 400, message, status: "Bad Request" } } });
type Answer = { status: number; body: unknown };
const lacking: { how: string; answer: Answer }[] = [
  { how: "a bare 400", answer: error("elastic: Error 400 (Bad Request)") },
  {
    how: "the name of an index that cannot be",
    answer: error("elastic: Error 400 (Bad Request): Invalid index name [_x], must not start with '_'."),
  },
  { how: "405", answer: { status: 405, body: "" } },
  { how: "404", answer: { status: 404, body: "404 page not found\n" } },
];

const query = {
  ...({
    kind: "",
    order: "",
    least: null,
    most: null,
    text: "",
    user: "",
    status: "",
    address: "",
    route: "",
    reason: "",
    by: "",
  } as const),
  range: rangeOf({ preset: "last-7-days", zone: null }, { zone: "UTC", now: Date.now() }),
};

const loaders: { what: string; call: RegExp; load: (scope: Scope) => Promise<unknown>; without?: unknown }[] = [
  { what: "templates", call: /^\/_index_template/, load: (scope) => listTemplates(scope, "composable") },
  {
    what: "versions of a pipeline",
    call: /^\/_(pipeline|analytics)/,
    load: (scope) => listPipelineVersions(scope, "p"),
    without: [],
  },
  { what: "the retention of the log", call: /^\/_logs\/retention/, load: (scope) => getRetention(scope) },
  { what: "figures of the log", call: /^\/_logs\/percentiles/, load: (scope) => getPercentiles(scope, query) },
  { what: "a record of the log", call: /^\/_log\//, load: (scope) => getLog(scope, "x"), without: undefined },
  {
    what: "requests over time",
    call: /^\/_analytics/,
    load: (scope) => getRequestsOverTime(scope, { span: { from: 0, to: 3_600_000 } }),
  },
  { what: "sizes on disk", call: /_disk_usage/, load: (scope) => getDiskUsage(scope, "books") },
  { what: "thread pools", call: /^\/_cat\/thread_pool/, load: (scope) => listThreadPools(scope) },
  { what: "the plan", call: /^\/arc\/plan/, load: ({ http }) => fetchPlan(http) },
  {
    what: "indices by their aliases",
    call: /^\/_aliasedindices/,
    load: async (scope) => (await listIndices(scope)).map(({ name }) => name),
    without: ["from-cat"],
  },
  {
    what: "the word of its health",
    call: /^\/(_cluster|arc)\/health/,
    load: (scope) => getHealthWord({ ...scope, key: scope.session.id, requestId: scope.context.requestId }),
    without: "online",
  },
];

let server: Awaited<ReturnType<typeof playServer>>;
let refusal: { call: RegExp; answer: Answer } | null = null;
const rest = searchServer({ "/_cat/indices": { body: [{ index: "from-cat", health: "green", status: "open" }] } });
beforeAll(async () => {
  server = await playServer((seen) => (refusal?.call.test(seen.path) ? refusal.answer : rest(seen)));
});
afterAll(() => server.close());

async function newScope(): Promise<Scope> {
  refusal = null;
  const context = testContext({ SEARCH_URL: server.url });
  const cookie = createSession({
    request: consoleRequest("/"),
    context,
    url: server.url,
    username: "mira",
    password: "right",
  });
  return requireScope(
    consoleRequest("/cluster", { cookie: cookiesOf(new Headers({ "Set-Cookie": cookie })) }),
    {},
    "overview",
    context,
  );
}

describe.each(loaders)("$what", ({ what, call, load, ...of }) => {
  it.each(lacking)("is done without where $how says that there is no such call", async ({ answer }) => {
    const scope = await newScope();
    refusal = { call, answer };
    expect(await load(scope)).toEqual("without" in of ? of.without : null);
  });

  it("is a failure where the call is refused with words", async () => {
    const scope = await newScope();
    refusal = { call, answer: error("numberOfDays must be between 1 and 365") };
    if (what === "the word of its health") expect(await load(scope)).toBe("failing");
    else await expect(load(scope)).rejects.toMatchObject({ name: "BackendError" });
  });
});
