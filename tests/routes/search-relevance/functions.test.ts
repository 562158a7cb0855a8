import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { loader as deletePage } from "~/routes/search-relevance/functions/delete";
import type { loader as functionPage } from "~/routes/search-relevance/functions/function";
import type { loader as listPage } from "~/routes/search-relevance/functions/list";
import type { loader as ruleDeletePage } from "~/routes/search-relevance/rules/delete";
import type { loader as ruleListPage } from "~/routes/search-relevance/rules/list";
import type { loader as rulePage } from "~/routes/search-relevance/rules/rule";
import type { loader as changePage } from "~/routes/data/changes/change";
import type { loader as changesPage } from "~/routes/data/changes/list";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { type As, openScreen } from "../../setup/open-screen";
import { greet, playFunctions, someFunctions } from "../../setup/played-functions";

let server: Awaited<ReturnType<typeof playFunctions>>;
const functions = () => server.played.functions;
const writes = () =>
  server.seen
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ method, path, body: body === "" ? null : (JSON.parse(body) as unknown) }));

beforeAll(async () => (server = await playFunctions()));
beforeEach(() => {
  Object.assign(server.played, { functions: someFunctions(), logs: { body: "started\nsaid hello" }, refuses: "" });
  server.seen.length = 0;
});
afterAll(() => server.close());

const open = <Loader extends (args: never) => unknown>(path: string, form?: Record<string, string>) =>
  openScreen<Loader>(path, { backend: server.behind, ...(form && { form }) });

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
    expect(data?.page).toMatchObject({
      functions: ["greet", "other"],
      values: { cards: "function", function: "greet" },
    });
  });

  it("switches one off with all that is kept of it, with a way back", async () => {
    const off = await open("rules/functions", { intent: "switch-function", name: "greet", enabled: "false" });
    expect(off.flash).toContain("Function greet switched off.");
    const { invocationCount: _, availableReplicas: __, ...kept } = greet();
    expect(writes()).toEqual([{ method: "PUT", path: "/_function/greet", body: { ...kept, enabled: false } }]);
    const logged = (await open<typeof changesPage>("changes?resource=function")).data?.rows[0];
    expect(logged).toMatchObject({ title: "Switched function", resource: "greet" });
    const undone = await open(`changes/${logged?.id ?? ""}/undo`, { intent: "undo-change" });
    expect([undone.flash, functions().get("greet")?.enabled]).toEqual(["Restored function greet.", true]);
  });

  const move = (from = "2", to = "1") => open("rules/functions", { intent: "move-function", id: "other", from, to });
  const order = () => [...functions()].sort(([, a], [, b]) => a.order - b.order).map(([name]) => name);

  it("moves one by changing places with its neighbour, whole, with a way back", async () => {
    const { data } = await open<typeof listPage>("rules/functions");
    expect(data?.list?.rows).toMatchObject([{ name: "greet", place: 1, above: null, below: 2 }, { name: "other", place: 2, above: 1, below: null }]); // prettier-ignore
    expect((await move()).flash).toBe("Function other moved.");
    expect(order()).toEqual(["other", "greet"]);
    expect(functions().get("other")).toMatchObject({ order: 1, extraRequestPayload: { token: "hidden" } });
    const [row] = (await open<typeof changesPage>("changes?resource=function")).data?.rows ?? [];
    expect(row?.title).toBe("Reordered function");
    await open(`changes/${row?.id ?? ""}/undo`, { intent: "undo-change" });
    expect(order()).toEqual(["greet", "other"]);
  });

  it("moves none where the list is no longer as it was shown, or where half of it fails", async () => {
    expect((await move("7")).flash).toMatch(/^Not moved: the order was changed/);
    expect((await move("2", "9")).flash).toMatch(/^Not moved/);
    expect(writes()).toEqual([]);
    server.played.refuses = "greet";
    const refused = await move();
    expect([refused.status, refused.errors[""]?.[0]]).toEqual([500, expect.stringContaining("no room")]);
    expect(order()).toEqual(["greet", "other"]);
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
    server.played.logs = { status: 500, body: "" };
    expect((await open<typeof functionPage>("rules/functions/greet")).data?.one).toMatchObject({
      name: "greet",
      logs: { ok: false },
    });
  });

  it("runs with a body and shows the answer", async () => {
    const { response, status, thrown } = await open("rules/functions/greet", {
      intent: "run-function",
      body: '{"who":"mira"}',
    });
    expect([response, thrown]).toEqual([undefined, undefined]);
    expect(status).toBe(200);
    expect(writes()).toEqual([{ method: "POST", path: "/_function/greet", body: { who: "mira" } }]);
    // It runs as the session: the server is asked with its credentials and no others.
    const { username, password } = server.behind;
    const own = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(new Set([own]));
    const wrong = await open("rules/functions/greet", { intent: "run-function", body: "{" });
    expect([wrong.status, wrong.errors["body"]?.length]).toEqual([400, 1]);
  });

  it("is deleted by its name", async () => {
    const { data } = await open<typeof deletePage>("rules/functions/greet/delete");
    expect(data?.one).toMatchObject({
      name: "greet",
      rules: [{ name: "Hello" }],
      request: { method: "DELETE", path: "/_function/greet" },
    });
    expect(
      (await open("rules/functions/greet/delete", { intent: "delete", confirmation: "other" })).errors["confirmation"],
    ).toEqual(["That is not “greet”."]);
    const done = await open("rules/functions/greet/delete", { intent: "delete", confirmation: "greet" });
    expect(done.response?.headers.get("Location")).toBe("/cluster/rules/functions");
    expect(functions().has("greet")).toBe(false);
  });

  it("is a 404 under a name that the server does not know, for pages and changes", async () => {
    expect((await open("rules/functions/gone")).status).toBe(404);
    expect((await open("rules/functions", { intent: "switch-function", name: "gone", enabled: "false" })).status).toBe(
      404,
    );
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
    expect(functions().get("other")?.queryRules).toEqual(["r1"]);
    expect(functions().get("greet")?.queryRules).toEqual([]);
    server.played.functions = someFunctions();
    const { version = "", toType } = (await open<typeof ruleDeletePage>("rules/r1/delete")).data?.page ?? {};
    await open("rules/r1/delete", { intent: "delete", version, confirmation: toType ?? "" });
    expect(functions().get("greet")?.queryRules).toEqual([]);
  });
});

describe("a function that cannot be told of its rule", () => {
  it("leaves the rule changed, and is named by the message and the log", async () => {
    server.played.refuses = "greet";
    const { version = "", toType } = (await open<typeof ruleDeletePage>("rules/r1/delete")).data?.page ?? {};
    const deleted = await open("rules/r1/delete", { intent: "delete", version, confirmation: toType ?? "" });
    const missed = "Function greet still has its old list of rules. The search server failed. It said: no room";
    expect(deleted.flash).toContain(missed);
    const [row] = (await open<typeof changesPage>("changes?resource=rule")).data?.rows ?? [];
    expect((await open<typeof changePage>(`changes/${row?.id ?? ""}`)).data).toMatchObject({
      row: { outcome: "success" },
      message: missed,
    });
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
    expect(
      (await openScreen("rules/functions/greet", { backend, as, form: { intent: "run-function", body: "{}" } })).status,
    ).toBe(403);
  });
});
