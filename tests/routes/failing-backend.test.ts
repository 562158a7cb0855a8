import { afterAll, beforeAll, expect, it } from "vitest";
import { action as add } from "~/routes/data/browse/add";
import { action as savePreferences, loader as preferences } from "~/routes/account/preferences";
import { action as deleteMany } from "~/routes/data/browse/delete-many";
import { loader as document } from "~/routes/data/browse/document";
import { loader as overview } from "~/routes/overview/cluster";
import { action as create } from "~/routes/overview/create-index";
import { action as close } from "~/routes/overview/close-index";
import { createSession } from "~/sessions.server";
import { type Gate, openGate, startTestBackend, type TestBackend, type Verdict } from "../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../setup/console";

let backend: TestBackend;
let gate: Gate;

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", "/films");
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

/** Signed in through the gate; answers of changes to `films` are what `verdict` says. */
function session() {
  const context = testContext({ SEARCH_URL: gate.url, BACKEND_TIMEOUT_MS: "3000" });
  const setCookie = createSession({
    request: consoleRequest("/"),
    context,
    url: gate.url,
    username: backend.username,
    password: backend.password,
  });
  return { context, cookie: cookiesOf(new Headers({ "Set-Cookie": setCookie })) };
}

const engineError = (status: number, reason: string) => ({
  status,
  body: JSON.stringify({
    error: { root_cause: [{ type: "cluster_block_exception", reason }], type: "cluster_block_exception", reason },
    status,
  }),
});
const hang = () => new Promise<Verdict>((resolve) => setTimeout(() => resolve("break"), 6000));

const cases: { what: string; verdict: Verdict | (() => Promise<Verdict>); says: RegExp }[] = [
  {
    what: "a full disk",
    verdict: engineError(
      429,
      "index [films] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];",
    ),
    says: /disk of the search server is nearly full/,
  },
  {
    what: "a full disk on an older engine",
    verdict: engineError(403, "index [films] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];"),
    says: /nearly full/,
  },
  {
    what: "an index locked by hand",
    verdict: engineError(403, "index [films] blocked by: [FORBIDDEN/8/index write (api)];"),
    says: /locked by its settings.*FORBIDDEN\/8/,
  },
  {
    what: "a busy server",
    verdict: engineError(429, "rejected execution of coordinating operation"),
    says: /too busy.*Nothing was changed/,
  },
  {
    what: "a failing engine",
    verdict: engineError(500, "all is lost"),
    says: /The search server failed\. It said: all is lost/,
  },
  {
    what: "a proxy's page",
    verdict: {
      status: 502,
      headers: { "Content-Type": "text/html" },
      body: "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>",
    },
    says: /a web page, “502 Bad Gateway”$/,
  },
  { what: "a broken connection", verdict: "break", says: /cannot be reached\. It is not known whether/ },
  { what: "a server that hangs", verdict: hang, says: /took too long to answer\. It is not known whether/ },
];

it.each(cases)("a document that cannot be added for $what keeps its form and says why", async ({ verdict, says }) => {
  const { context, cookie } = session();
  gate.decide((path) =>
    path.includes("/_doc") || path.includes("/_create")
      ? typeof verdict === "function"
        ? verdict()
        : verdict
      : "pass",
  );
  const form = { intent: "add-document", id: "7", source: '{"title":"Typed with care"}' };
  const result = await add({
    request: consoleRequest("/app/films/browse/documents/add", { cookie, form }),
    params: { appName: "films" },
    context,
  });
  const { reply, errors } = replyOf(result);
  expect(errors[""]?.join(" ")).toMatch(says);
  expect(errors[""]?.join(" ")).not.toContain("<");
  expect(reply.result.initialValue).toMatchObject({ source: form.source });
});

it("documents that cannot be deleted keep the page and say why", async () => {
  const { context, cookie } = session();
  await backend.call("PUT", "/films/_doc/kept?refresh=true", { title: "Kept" });
  const form = { intent: "delete-documents", confirmation: "films", count: "1" };
  const post = () =>
    deleteMany({
      request: consoleRequest("/app/films/browse/documents/delete-many", { cookie, form }),
      params: { appName: "films" },
      context,
    });
  gate.decide((path) =>
    path.includes("_delete_by_query") ? engineError(429, "rejected execution of coordinating operation") : "pass",
  );
  expect(replyOf(await post()).errors[""]?.join()).toMatch(/too busy.*Nothing was changed/);

  gate.decide(() => "pass");
  await backend.call("PUT", "/films/_settings", { "index.blocks.read_only": true });
  expect(replyOf(await post()).errors[""]?.join()).toMatch(/locked by its settings.*FORBIDDEN/);
  await backend.call("PUT", "/films/_settings", { "index.blocks.read_only": false });
  expect(await backend.call("GET", "/films/_count")).toMatchObject({ body: { count: 1 } });
});

it("an index that cannot be made keeps its form and says why", async () => {
  const { context, cookie } = session();
  gate.decide((path) => (path === "/made" ? engineError(503, "no master") : "pass"));
  const form = { intent: "create-index", name: "made", shards: "1", replicas: "0", settings: "", mappings: "" };
  const { errors } = replyOf(
    await create({ request: consoleRequest("/cluster/create-index", { cookie, form }), params: {}, context }),
  );
  expect(errors[""]).toEqual(["The index was not created. The search server failed. It said: no master"]);
});

it("an index that cannot be closed says so where it was asked for, with the reason", async () => {
  const { context, cookie } = session();
  gate.decide((path) => (path.endsWith("/_close") ? engineError(500, "cannot close") : "pass"));
  const form = { intent: "close-index" };
  const { status, errors } = replyOf(
    await close({
      request: consoleRequest("/app/films/close", { cookie, form }),
      params: { appName: "films" },
      context,
    }),
  );
  expect(status).toBe(500);
  expect(errors[""]).toEqual(["Index films was not closed. The search server failed. It said: cannot close"]);
});

it("the overview says why replicas have no place, in the engine's words, and does without where it may not ask", async () => {
  const { context, cookie } = session();
  const health = { cluster_name: "c", status: "yellow", number_of_nodes: 1, unassigned_shards: 2 };
  const same = "a copy of this shard is already allocated to this node [[films][0], node[n]]";
  const explained = {
    index: "films",
    shard: 0,
    primary: false,
    unassigned_info: { reason: "INDEX_CREATED" },
    allocate_explanation: "cannot allocate",
    node_allocation_decisions: [{ deciders: [{ decider: "same_shard", decision: "NO", explanation: same }] }],
  };
  let pages = 0;
  const open = () =>
    overview({
      request: consoleRequest("/cluster", { cookie }),
      params: {},
      context: { ...context, requestId: `page-${(pages += 1)}` },
    });
  gate.decide((path) =>
    path.startsWith("/_cluster/health")
      ? { status: 200, body: JSON.stringify(health) }
      : path === "/_cluster/allocation/explain"
        ? { status: 200, body: JSON.stringify(explained) }
        : "pass",
  );
  expect((await open()).health).toMatchObject({
    ok: true,
    value: {
      unassigned_shards: 2,
      unplaced: { index: "films", primary: false, cause: "INDEX_CREATED", reasons: [same, "cannot allocate"] },
    },
  });
  gate.decide((path) =>
    path.startsWith("/_cluster/health")
      ? { status: 200, body: JSON.stringify(health) }
      : path === "/_cluster/allocation/explain"
        ? { status: 403, body: "{}" }
        : "pass",
  );
  expect((await open()).health).toMatchObject({ ok: true, value: { status: "yellow", unplaced: null } });
});

it("a proxy's page in place of a document is not taken for a missing document", async () => {
  const { context, cookie } = session();
  const page = {
    status: 200,
    headers: { "Content-Type": "text/html" },
    body: "<!doctype html><title>Sign in to the network</title>",
  };
  gate.decide((path) => (path.includes("/_doc/") ? page : "pass"));
  const error = await document({
    request: consoleRequest("/app/films/browse/1", { cookie }),
    params: { appName: "films", docId: "1" },
    context,
  }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ failure: { kind: "malformed", status: 502, path: "/films/_doc/1" } });
});

it("a balancer whose search servers are away is told from a search server that failed", async () => {
  const { context, cookie } = session();
  const open = async () => {
    const error = await document({
      request: consoleRequest("/app/films/browse/1", { cookie }),
      params: { appName: "films", docId: "1" },
      context,
    }).catch((thrown: unknown) => thrown);
    return error instanceof Error ? error.message : "";
  };
  gate.decide((path) =>
    path.includes("/_doc/")
      ? {
          status: 502,
          headers: { "Content-Type": "text/html" },
          body: "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
        }
      : "pass",
  );
  expect(await open()).toBe("The search server cannot be reached: a proxy before it says that it is away.");
  gate.decide((path) => (path.includes("/_doc/") ? engineError(502, "odd") : "pass"));
  expect(await open()).toBe("Something went wrong!");
});

it("preferences need no server", async () => {
  const { context, cookie } = session();
  gate.decide(() => "break");
  const data = await preferences({ request: consoleRequest("/account/preferences", { cookie }), params: {}, context });
  expect(data.values.theme).toBe("system");
  const form = { intent: "save-preferences", theme: "dark", lite: "auto", listView: "list" };
  const saved = await responseOf(
    savePreferences({ request: consoleRequest("/account/preferences", { cookie, form }), params: {}, context }),
  );
  expect(saved.headers.getSetCookie().join()).toContain("sd_prefs=");
  const foreign = consoleRequest("/account/preferences", {
    cookie,
    form,
    headers: { Origin: "http://elsewhere.test" },
  });
  expect(
    await savePreferences({ request: foreign, params: {}, context }).catch((thrown: unknown) =>
      thrown instanceof Response ? thrown.status : thrown,
    ),
  ).toBe(403);
});

it("a request log that never answers holds no page: with scripts the panel comes later, without it says so", async () => {
  const { context, cookie } = session();
  let answer = () => undefined as void;
  const log = new Promise<Verdict>((resolve) => (answer = () => resolve("pass")));
  gate.decide((path) => (path.startsWith("/_logs") ? log : "pass"));
  const load = (more = "") =>
    overview({ request: consoleRequest("/cluster", { cookie: `${cookie}${more}` }), params: {}, context });
  const began = Date.now();
  const [plain, streamed] = await Promise.all([load(), load("; sd_js=1")]);
  expect(Date.now() - began).toBeLessThan(2_900);
  expect(plain).toMatchObject({
    table: { ok: true },
    health: { ok: true },
    traffic: { ok: false, failure: { kind: "late" } },
  });
  expect(streamed).toMatchObject({ table: { ok: true }, traffic: { later: expect.any(Promise) as Promise<unknown> } });
  answer();
  expect("later" in streamed.traffic && (await streamed.traffic.later)).toMatchObject({ ok: true });
});
