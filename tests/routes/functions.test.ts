import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { loader as deletePage } from "~/routes/relevance/functions/delete";
import type { loader as functionPage } from "~/routes/relevance/functions/function";
import type { loader as listPage } from "~/routes/relevance/functions/list";
import type { loader as ruleDeletePage } from "~/routes/relevance/rules/delete";
import type { loader as ruleListPage } from "~/routes/relevance/rules/list";
import type { loader as rulePage } from "~/routes/relevance/rules/rule";
import type { loader as changesPage } from "~/routes/data/changes/list";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { playServer, searchServer } from "../setup/console";
import { type As, openScreen } from "../setup/open-screen";

// Our own back end has no functions: they belong to older servers, which cannot be run here. So one is played, by what is known of its calls.

type Stored = { function: { service: string; image: string; envVars: object }; enabled: boolean; trigger: object; queryRules: string[] } & Record<
  string,
  unknown
>;

const greet = (): Stored => ({
  function: { service: "greet", image: "example/greet:1", envVars: { apiKey: "hidden" } },
  enabled: true,
  order: 1,
  trigger: { type: "filter", expression: "$query == 'hi'" },
  extraRequestPayload: { lang: "en", token: "hidden" },
  queryRules: ["r1"],
  invocationCount: 12,
  availableReplicas: -1,
});
const rule = { id: "r1", order: 1, name: "Hello", enabled: true, trigger: { type: "always" }, actions: [{ type: "function", data: "greet" }] };

let functions = new Map<string, Stored>();
let logs: { status?: number; body: string } = { body: "" };
let server: Awaited<ReturnType<typeof playServer>>;
const behind = () => ({ url: server.url, username: "mira", password: "right" });
const writes = () =>
  server.seen
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ method, path, body: body === "" ? null : (JSON.parse(body) as unknown) }));

beforeAll(async () => {
  const rest = searchServer({ "/_user": { body: { username: "mira", is_admin: true } }, "/_rules": { body: [rule] }, "/_rule/r1": { body: rule } });
  server = await playServer((seen) => {
    const { method, path } = seen;
    const [, name = "", part] = /^\/_function\/([^/?]+)(\/logs)?/.exec(path) ?? [];
    const found = functions.get(name);
    if (path === "/_functions") return { body: [...functions.values()] };
    if (path === "/_functions/health") return { body: { message: "ok" } };
    if (method === "PUT" && path === "/_rule/r1") return { body: { message: "Rule is updated successfully" } };
    if (method === "DELETE" && path === "/_rule/r1") return { body: { message: "Rule is deleted successfully" } };
    if (name === "") return rest(seen);
    if (found === undefined) return { status: 404, body: { error: { code: 404, status: "Not Found", message: "no such function" } } };
    if (part !== undefined) return logs;
    if (method === "PUT") functions.set(name, { ...found, ...(JSON.parse(seen.body) as Stored) });
    if (method === "DELETE") functions.delete(name);
    return { body: method === "GET" ? found : method === "POST" ? { said: JSON.parse(seen.body) as unknown } : { message: "done" } };
  });
});
beforeEach(() => {
  functions = new Map([
    ["greet", greet()],
    ["other", { ...greet(), function: { service: "other", image: "", envVars: {} }, queryRules: [], availableReplicas: 2 }],
  ]);
  logs = { body: "started\nsaid hello" };
  server.seen.length = 0;
});
afterAll(() => server.close());

const open = <Loader extends (args: never) => unknown>(path: string, form?: Record<string, string>) =>
  openScreen<Loader>(path, { backend: behind(), ...(form && { form }) });

describe("the list", () => {
  it("shows the functions with their rules, and no secrets of them", async () => {
    const { data } = await open<typeof listPage>("rules/functions");
    expect(data?.list).toMatchObject({
      health: { ok: true },
      rows: [
        {
          name: "greet",
          image: "example/greet:1",
          enabled: true,
          trigger: "filter: $query == 'hi'",
          invocations: 12,
          replicas: "pending",
          rules: [{ id: "r1", name: "Hello" }],
        },
        { name: "other", replicas: 2, rules: [] },
      ],
    });
    expect(JSON.stringify(data)).not.toContain("hidden");
  });

  it("is linked from the rules, and its functions are offered to a rule", async () => {
    expect((await open<typeof ruleListPage>("rules")).data?.list?.hasFunctions).toBe(true);
    const { data } = await open<typeof rulePage>("rules/r1");
    expect(data?.page).toMatchObject({ functions: ["greet", "other"], values: { cards: "function", function: "greet" } });
  });

  it("switches one off with all that is kept of it, with a way back", async () => {
    const off = await open("rules/functions", { intent: "switch-function", name: "greet", enabled: "false" });
    expect(off.flash).toContain("Function greet switched off.");
    const { invocationCount: _, availableReplicas: __, ...kept } = greet();
    expect(writes()).toEqual([{ method: "PUT", path: "/_function/greet", body: { ...kept, enabled: false } }]);
    const logged = (await open<typeof changesPage>("changes?resource=function")).data?.rows[0];
    expect(logged).toMatchObject({ title: "Switched function", resource: "greet" });
    const undone = await open(`changes/${logged?.id ?? ""}/undo`, { intent: "undo-change" });
    expect([undone.flash, functions.get("greet")?.enabled]).toEqual(["Undone: switched function greet.", true]);
  });
});

describe("a function", () => {
  it("shows what it printed, and what it gets without secrets", async () => {
    const { data } = await open<typeof functionPage>("rules/functions/greet");
    expect(data?.one).toMatchObject({ name: "greet", logs: { ok: true, value: { text: "started\nsaid hello" } } });
    expect(data?.one?.payload).toContain('"lang": "en"');
    expect(JSON.stringify(data)).not.toContain("hidden");
    expect(server.seen.map(({ path }) => path)).toContain("/_function/greet/logs?tail=100");
  });

  it("is shown though its logs cannot be read", async () => {
    logs = { status: 500, body: "" };
    expect((await open<typeof functionPage>("rules/functions/greet")).data?.one).toMatchObject({ name: "greet", logs: { ok: false } });
  });

  it("runs with a body and shows the answer", async () => {
    const { response, status, thrown } = await open("rules/functions/greet", { intent: "run-function", body: '{"who":"mira"}' });
    expect([response, thrown]).toEqual([undefined, undefined]);
    expect(status).toBe(200);
    expect(writes()).toEqual([{ method: "POST", path: "/_function/greet", body: { who: "mira" } }]);
    const wrong = await open("rules/functions/greet", { intent: "run-function", body: "{" });
    expect([wrong.status, wrong.errors["body"]?.length]).toEqual([400, 1]);
  });

  it("is deleted by its name", async () => {
    const { data } = await open<typeof deletePage>("rules/functions/greet/delete");
    expect(data?.one).toMatchObject({ name: "greet", rules: [{ name: "Hello" }], request: { method: "DELETE", path: "/_function/greet" } });
    expect((await open("rules/functions/greet/delete", { intent: "delete", confirmation: "other" })).errors["confirmation"]).toEqual(["That is not “greet”."]);
    const done = await open("rules/functions/greet/delete", { intent: "delete", confirmation: "greet" });
    expect(done.response?.headers.get("Location")).toBe("/cluster/rules/functions");
    expect(functions.has("greet")).toBe(false);
  });

  it("is a 404 where there is none of that name, for pages and changes", async () => {
    expect((await open("rules/functions/gone")).status).toBe(404);
    expect((await open("rules/functions", { intent: "switch-function", name: "gone", enabled: "false" })).status).toBe(404);
  });
});

describe("a rule that calls a function", () => {
  it("tells the function when it is saved with another one, and when it is deleted", async () => {
    const { data } = await open<typeof rulePage>("rules/r1");
    const fields = {
      intent: "take-rule",
      name: "Hello",
      trigger: "always",
      enabled: "on",
      cards: "function",
      function: "other",
      version: data?.page.version ?? "",
      then: "save",
    };
    const review = await open("rules/r1", fields);
    const at = (review.response?.headers.get("Location") ?? "").replace("/cluster/", "");
    await open(at, { intent: "save-changes", version: data?.page.version ?? "" });
    expect(functions.get("other")?.queryRules).toEqual(["r1"]);
    expect(functions.get("greet")?.queryRules).toEqual([]);
    functions.set("greet", greet());
    const { version = "", toType } = (await open<typeof ruleDeletePage>("rules/r1/delete")).data?.page ?? {};
    await open("rules/r1/delete", { intent: "delete", version, confirmation: toType ?? "" });
    expect(functions.get("greet")?.queryRules).toEqual([]);
  });
});

describe("a server without functions", () => {
  let backend: TestBackend;
  beforeAll(async () => (backend = await startTestBackend()));
  afterAll(() => backend.close());

  it("says so on each page, and shows no way to them", async () => {
    for (const path of ["rules/functions", "rules/functions/greet", "rules/functions/greet/delete"]) {
      const { status, data } = await openScreen<() => Promise<{ list?: unknown; one?: unknown }>>(path, { backend });
      expect([path, status, data?.list ?? data?.one ?? null]).toEqual([path, 200, null]);
    }
    expect((await openScreen<typeof ruleListPage>("rules", { backend })).data?.list?.hasFunctions).toBe(false);
  });

  it("keeps functions from whoever may not see rules, and changes from a forged form", async () => {
    const as: As = { actions: ["analytics"] };
    expect((await openScreen("rules/functions", { backend, as })).status).toBe(403);
    expect((await openScreen("rules/functions/greet", { backend, as, form: { intent: "run-function", body: "{}" } })).status).toBe(403);
  });
});
