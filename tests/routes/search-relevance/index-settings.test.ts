import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as settingsPage } from "~/routes/search-relevance/index-settings/index-settings";
import type { loader as startPage } from "~/routes/indices/copy/reindex-start";
import type { loader as changesPage } from "~/routes/data/changes/list";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
/** The same server as one of three data nodes would tell of itself. */
let gate: Gate;
let three: { url: string; username: string; password: string };
beforeAll(async () => {
  backend = await startTestBackend();
  for (const name of ["films", "books", "shows"])
    await backend.call("PUT", `/${name}/_doc/1?refresh=true`, { title: "A" });
  await backend.call("PUT", "/books/_settings", { index: { auto_expand_replicas: "false", number_of_replicas: 0 } });
  gate = await openGate(backend.url);
  const body = JSON.stringify({
    nodes: { a: { roles: ["data", "ingest"] }, b: { roles: ["data_hot"] }, c: {}, d: { roles: ["cluster_manager"] } },
  });
  gate.decide((path) =>
    path.startsWith("/_nodes?") ? { status: 200, headers: { "Content-Type": "application/json" }, body } : "pass",
  );
  three = { ...backend, url: gate.url };
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const load = (at: string, behind: Parameters<typeof openScreen>[1]["backend"] = backend, env = {}) =>
  openScreen<typeof settingsPage>("index-settings", { backend: behind, at, env });
const replicasNow = async (index: string) =>
  JSON.stringify((await backend.call("GET", `/${index}/_settings?flat_settings=true`)).body);

describe("index settings", () => {
  it("tell what the index is, and that one node takes no replica", async () => {
    const opened = await load("films");
    expect(opened).toOpen();
    expect(opened.data).toMatchObject({
      facts: { name: "films", documents: 1 },
      shards: 1,
      replicas: 0,
      autoExpand: "0-1",
      nodes: 1,
      most: 0,
    });
    expect(opened.data?.request).toMatchObject({ method: "PUT", path: "/films/_settings" });
  });

  it("another number of shards leads to a re-index that says so; the same one, and odd ones, are refused in words", async () => {
    const env = {};
    const shards = (value: string) =>
      openScreen("index-settings", { backend, at: "films", env, form: { intent: "set-shards", shards: value } });
    expect(await shards("1")).toHaveFieldError("shards", /films already has 1 shard\. Enter another number\./);
    for (const odd of ["0", "101", "1.5", "many"])
      expect(await shards(odd)).toHaveFieldError("shards", /whole number from 1 to 100/);
    const { response } = await shards("3");
    const to = response?.headers.get("Location") ?? "";
    expect(to).toMatch(/^\/app\/films\/reindex\/start\?draft=/);
    const { data } = await openScreen<typeof startPage>(to, { backend, env });
    expect(data).toMatchObject({ plan: { source: "films", target: null, shards: 3 } });
    expect(JSON.stringify(data?.request)).toContain("number_of_shards");
  });

  it("replicas are set by one call with undo, up to the number of other data nodes", async () => {
    const env = {};
    const { data } = await load("books", three, env);
    expect(data).toMatchObject({ nodes: 3, most: 2, autoExpand: null });
    const set = (form: Record<string, string>) =>
      openScreen("index-settings", {
        backend: three,
        at: "books",
        env,
        form: { intent: "set-replicas", version: data?.version ?? "", ...form },
      });
    expect(await set({ replicas: "3" })).toHaveFieldError("replicas", /whole number from 0 to 2/);
    expect(await set({ replicas: "0" })).toHaveFieldError("replicas", /current number/);
    expect(await set({ replicas: "2" })).toFlash("Replicas of books set to 2.");
    expect(await replicasNow("books")).toContain('"index.number_of_replicas":"2"');
    const second = await set({ replicas: "1" });
    expect([second.status, second.errors[""]?.[0]]).toEqual([
      409,
      expect.stringContaining("Somebody changed the settings in the meantime."),
    ]);

    const { data: changes } = await openScreen<typeof changesPage>("changes", { backend: three, at: "books", env });
    const id = changes?.rows.find(({ outcome }) => outcome === "success")?.id;
    const undone = await openScreen(`/app/books/changes/${id}/undo`, {
      backend: three,
      env,
      form: { intent: "undo-change" },
    });
    expect(undone.status).toBe(302);
    expect(await replicasNow("books")).toContain('"index.number_of_replicas":"0"');
  });

  it("auto-expand is switched off in the same call, and nothing is sent before that was agreed to", async () => {
    const env = {};
    const version = (await load("shows", three, env)).data?.version ?? "";
    const set = (form: Record<string, string>) =>
      openScreen("index-settings", {
        backend: three,
        at: "shows",
        env,
        form: { intent: "set-replicas", version, replicas: "1", ...form },
      });
    expect(await set({})).toHaveFieldError(
      "fixed",
      /Auto-expand replicas is 0-1, so the engine would ignore this number/,
    );
    expect(await replicasNow("shows")).toContain('"index.auto_expand_replicas":"0-1"');
    expect(await set({ fixed: "on" })).toFlash("Replicas of shows set to 1.");
    expect(await replicasNow("shows")).toMatch(
      /"index\.auto_expand_replicas":"false".*"index\.number_of_replicas":"1"|"index\.number_of_replicas":"1".*"index\.auto_expand_replicas":"false"/,
    );
  });

  it("who may tune alone sees it, and is told what changing takes", async () => {
    const as = { actions: ["search-relevancy"] };
    const { data } = await openScreen<typeof settingsPage>("index-settings", { backend, at: "films", as });
    expect(data).toMatchObject({ shardsGate: { ok: false }, replicasGate: { ok: false }, nodes: 1 });
    const shards = await openScreen("index-settings", {
      backend,
      at: "films",
      as,
      form: { intent: "set-shards", shards: "2" },
    });
    expect([shards.status, shards.errors[""]?.[0]]).toEqual([
      403,
      expect.stringContaining("Requires the Develop permission"),
    ]);
    expect(await openScreen("index-settings", { backend, at: "films", as: { actions: ["analytics"] } })).toRequire(
      "Search relevancy",
    );
  });
});
