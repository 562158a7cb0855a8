import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { endpointPlacesIn } from "@common/http/endpoint-queries";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as confirmPage } from "~/routes/data/console/confirm";
import type { loader as consolePage } from "~/routes/data/console/console";
import type { loader as logPage } from "~/routes/data/request-logs/log";
import type { loader as replayPage } from "~/routes/data/request-logs/replay";
import type { loader as rulePage } from "~/routes/search-relevance/rules/rule";
import type { loader as listPage } from "~/routes/search-relevance/tests/list";
import type { loader as runPage } from "~/routes/search-relevance/tests/run";
import { openStore } from "~/services/platform/store/database.server";
import { runFile } from "../../scripts/relevance-tests/run";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../setup/backend";
import { hostileRequests, seedEndpointsInConsole, seedEndpointsOnServer } from "../setup/hostile/endpoints";
import { openScreen as openIn } from "../setup/open-screen";

// What people keep for others names no endpoint: refused when it is saved, left out with a remark when it is opened,
// replayed or run. One that somebody types himself is a change of the server, for not every server makes it read.

let backend: TestBackend;
let gate: Gate;
/** Of the one console that all of these are opened with. */
const dataDir = mkdtempSync(join(tmpdir(), "searchdeck-"));
const openScreen = <Load extends (args: never) => unknown = (args: never) => unknown>(
  path: string,
  { env, ...options }: Parameters<typeof openIn>[1],
) => openIn<Load>(path, { ...options, env: { DATA_DIR: dataDir, ...env } });
/** Bodies that arrived with an endpoint in them. */
const calling: string[] = [];
/** All that was called. */
const sent: string[] = [];
const INDEX = "films";
const BESIDE = hostileRequests["beside"] ?? "";
const REMOVE = /Remove query\[1\]\.endpoint: a kept request must not call an address/;
const LEFT = /Left out: .* endpoint \(.*\)\. A kept request calls no address in your name\./;
const TYPED = `POST /${INDEX}/_reactivesearch\n${JSON.stringify({ query: [{ id: "a", endpoint: { url: `/${INDEX}/_count`, method: "GET" } }] })}`;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const id of ["1", "2"]) await backend.call("PUT", `/${INDEX}/_doc/${id}?refresh=true`, { title: "Metropolis" });
  await seedEndpointsOnServer(backend.call, INDEX);
  gate = await openGate(backend.url);
  gate.decide((path, _bulk, { method = "" }, body) => {
    sent.push(`${method} ${path}`);
    if (endpointPlacesIn(body).length > 0) calling.push(body);
    return "pass";
  });
  seedEndpointsInConsole({ dataDir, server: gate.url, person: backend.username, index: INDEX });
}, 60_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});
beforeEach(() => void calling.splice(0));

const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";
type Options = Partial<Parameters<typeof openScreen>[1]>;

describe("saving", () => {
  const post = (text: string, deed: string, name: string) =>
    openScreen("console", {
      backend: behind(),
      form: { intent: "console", text, request: "", name, curl: "", do: deed },
    });

  it.each(Object.entries(hostileRequests))("a text of requests is refused: %s", async (kind, body) => {
    const said = await post(`GET /_cat/indices\n\nPOST /${INDEX}/_reactivesearch\n${body}`, "save", `kept ${kind}`);
    expect(said).toHaveFieldError("text", /^Not saved\. POST \/films\/_reactivesearch.*Remove .*endpoint/is);
    const { data } = await openScreen<typeof consolePage>("console", { backend: behind() });
    expect(data?.saved.map(({ name }) => name)).not.toContain(`kept ${kind}`);
  });

  it("a text is saved where a document has such members, or a search is only translated", async () => {
    const text = `PUT /${INDEX}/_doc/3\n${BESIDE}\n\nPOST /${INDEX}/_reactivesearch/validate\n${BESIDE}`;
    expect((await post(text, "save", "Harmless")).flash).toMatch(/^Saved as Harmless\./);
  });

  const test = {
    intent: "take-relevance-test",
    label: "x",
    search: "",
    grades: "",
    version: "0",
    then: "save",
    "expectations[0].kind": "notEmpty",
  };

  it("a relevance test is refused in its form and in a file", async () => {
    const typed = await openScreen("relevance-tests/new", {
      backend: behind(),
      at: INDEX,
      form: { ...test, request: BESIDE },
    });
    expect(typed).toHaveFieldError("request", REMOVE);
    const tests = JSON.stringify([
      { label: "fine", search: "metropolis", expectations: [{ kind: "notEmpty" }] },
      { label: "y", request: JSON.parse(BESIDE) as unknown, expectations: [{ kind: "notEmpty" }] },
    ]);
    const file = await openScreen("relevance-tests/import", {
      backend: behind(),
      at: INDEX,
      form: { intent: "import-tests", tests },
    });
    expect(JSON.stringify(file.errors)).toMatch(/Test 2, request: Remove query\[1\]\.endpoint/);
    const { data } = await openScreen<typeof listPage>("relevance-tests", { backend: behind(), at: INDEX });
    expect(data?.list.rows.map(({ label }) => label)).not.toContain("fine");
  });

  it("one that is kept from before is not saved again, nor brought back by an undo", async () => {
    const path = "relevance-tests/endpointbeside";
    expect(
      await openScreen(path, { backend: behind(), at: INDEX, form: { ...test, version: "1", request: BESIDE } }),
    ).toHaveFieldError("request", REMOVE);
    expect(
      (
        await openScreen("relevance-tests/endpointitself/delete", {
          backend: behind(),
          at: INDEX,
          form: { intent: "delete-relevance-test", version: "1" },
        })
      ).status,
    ).toBe(302);
    const changes = await openScreen<typeof changesPage>("changes", { backend: behind(), at: INDEX });
    const undone = await openScreen(`changes/${changes.data?.rows[0]?.id ?? ""}/undo`, {
      backend: behind(),
      at: INDEX,
      form: { intent: "undo-change", confirmation: "" },
    });
    expect(JSON.stringify(undone.errors) + (undone.flash ?? "")).toMatch(/Remove query\[0\]\.endpoint/);
    const { data } = await openScreen<typeof listPage>("relevance-tests", { backend: behind(), at: INDEX });
    expect(data?.list.rows.map(({ id }) => id)).not.toContain("endpointitself");
  });

  it("a stored query is refused in its form", async () => {
    const form = {
      intent: "take-stored-query",
      id: "calling",
      description: "",
      index: INDEX,
      query: BESIDE,
      params: "{}",
      version: "",
      then: "review",
    };
    const said = await openScreen("stored-queries/new", { backend: behind(), form });
    expect(said).toHaveFieldError("query", REMOVE);
  });
});

describe("opening, replaying, running", () => {
  it.each(Object.keys(hostileRequests))("what was kept comes without: %s", async (kind) => {
    for (const query of [`saved=endpoint-${kind}`, `history=endpoint-${kind}`, `log=endpoint-${kind}`]) {
      const { data } = await openScreen<typeof consolePage>(`console?${query}`, { backend: behind() });
      const unreadable = kind === "rubbish" ? /cannot be (sent|read)|The body is left out/ : LEFT;
      expect(data?.notice, query).toMatch(unreadable);
      expect(endpointPlacesIn((data?.text ?? "").replace(/^[\s\S]*?_reactivesearch.*\n/, "")), query).toEqual([]);
    }
  });

  it("a logged request is replayed without, and reads", async () => {
    for (const kind of Object.keys(hostileRequests).filter((one) => one !== "rubbish")) {
      const path = `request-logs/endpoint-${kind}/replay`;
      const { data } = await openScreen<typeof replayPage>(path, { backend: behind() });
      expect(data?.plan, kind).toMatchObject({ reads: true, left: expect.stringMatching(LEFT) as unknown });
      await openScreen(path, { backend: behind(), form: { intent: "replay-request" } });
      const log = await openScreen<typeof logPage>(`request-logs/endpoint-${kind}`, { backend: behind() });
      expect(log.data?.curl?.left, kind).toMatch(LEFT);
      expect(log.data?.curl?.text).not.toMatch(/ndpoint"/i);
    }
    const rubbish = await openScreen<typeof replayPage>("request-logs/endpoint-rubbish/replay", { backend: behind() });
    expect(rubbish.data).toMatchObject({
      plan: null,
      reason: expect.stringMatching(/names an endpoint and cannot be read/) as unknown,
    });
    expect(
      (
        await openScreen("request-logs/endpoint-rubbish/replay", {
          backend: behind(),
          form: { intent: "replay-request" },
        })
      ).status,
    ).toBe(400);
    expect(calling).toEqual([]);
  });

  it("a relevance test runs without, and says so", async () => {
    const { data } = await openScreen<typeof runPage>("relevance-tests/run", { backend: behind(), at: INDEX });
    const rows = data?.run?.rows ?? [];
    expect(rows.length).toBeGreaterThan(3);
    for (const { remark, label } of rows.filter(({ id }) => id !== "endpointtwice"))
      expect(remark, label).toMatch(LEFT);
    expect(rows.find(({ id }) => id === "endpointbeside")?.live).toMatchObject({ met: true });
    expect(calling).toEqual([]);
  });
});

describe("what somebody types himself", () => {
  const run = async (text: string, options: Options = {}) => {
    const form = { intent: "console", text, request: "", name: "", curl: "", do: "run" };
    const asked = await openScreen("console", { backend: behind(), form, ...options });
    const page = locationOf(asked);
    if (!page.includes("/confirm?")) return { page: null, sent: asked };
    const confirm = await openScreen<typeof confirmPage>(page, { backend: behind(), ...options });
    return {
      page: confirm.data?.page,
      sent: await openScreen(page, { backend: behind(), form: { intent: "run-confirmed" }, ...options }),
    };
  };
  const answersOf = async (said: { response: Response | undefined }, options: Options = {}) =>
    (await openScreen<typeof consolePage>(locationOf(said), { backend: behind(), ...options })).data?.answers ?? [];

  it("is asked for first, sent as a change, and stands among the changes", async () => {
    const { page, sent } = await run(TYPED);
    expect(page).toMatchObject({
      why: "A query in it calls an endpoint with your rights, which may change something.",
      gate: { ok: true },
    });
    expect((await answersOf(sent))[0]).toMatchObject({ state: "answered", status: 200 });
    expect(calling).toHaveLength(1);
    const { data } = await openScreen<typeof changesPage>("changes", { backend: behind() });
    expect(data?.rows[0]).toMatchObject({ resource: `POST /${INDEX}/_reactivesearch` });
    // What the server called stands in its log, and its page says what made it.
    const { logs } = z
      .object({ logs: z.array(z.object({ id: z.string(), request: z.object({ uri: z.string() }) })) })
      .parse((await backend.call("GET", `/${INDEX}/_logs?size=100`)).body);
    const made = logs.find(({ request }) => request.uri === `/${INDEX}/_count`);
    const log = await openScreen<typeof logPage>(`request-logs/${made?.id ?? ""}`, { backend: behind() });
    expect(log.data).toMatchObject({ madeBy: expect.any(String) as unknown, row: { method: "GET" } });
  });

  it.each<[string, Options]>([
    ["where the server is read-only", { env: { READ_ONLY_SERVERS: "*" } }],
    ["where it is protected and no writing window is open", { env: { PROTECTED_SERVERS: "*" } }],
  ])("is not sent %s", async (_name, options) => {
    const { page, sent } = await run(TYPED, options);
    expect(page?.gate.ok).toBe(false);
    expect((await answersOf(sent, options))[0] ?? { state: "not sent" }).toMatchObject({ state: "not sent" });
    const listed = await openScreen<typeof consolePage>(
      locationOf(
        await openScreen("console", {
          backend: behind(),
          form: { intent: "console", text: TYPED, request: "", name: "", curl: "", do: "list" },
          ...options,
        }),
      ),
      { backend: behind(), ...options },
    );
    expect(listed.data?.blocked).toEqual([expect.any(String)]);
    expect(calling).toEqual([]);
    const plain = await run(
      `POST /${INDEX}/_reactivesearch\n{"query":[{"id":"a","dataField":["title"],"value":"metropolis"}]}`,
      options,
    );
    expect((await answersOf(plain.sent, options))[0]).toMatchObject({ state: "answered", status: 200 });
  });

  it.each(Object.keys(hostileRequests))("whatever its spelling: %s", async (kind) => {
    const options = { env: { READ_ONLY_SERVERS: "*" } };
    for (const path of [
      `/${INDEX}/_reactivesearch`,
      `/${INDEX}/_reactivesearch.v3`,
      `/${INDEX}/x/../_reactivesearch`,
      `/${INDEX}/_reactivesearch?a=/validate`,
    ])
      await run(`POST ${path}\n${hostileRequests[kind] ?? ""}`, options);
    expect(calling).toEqual([]);
  });
});

it("an address alone runs no rule that somebody saved: neither its script nor a search with it", async () => {
  const script = "function handleRequest() { console.log('ran'); }";
  const rule = { name: "Saved", trigger: { type: "always" }, actions: [{ type: "script", script }] };
  const made = z.object({ id: z.string() }).parse((await backend.call("POST", "/_rule", rule)).body);
  sent.splice(0);
  for (const page of [made.id, `new?from=${made.id}`])
    for (const asked of ["check", "test"]) {
      const opened = await openScreen<typeof rulePage>(
        `rules/${page}${page.includes("?") ? "&" : "?"}try=${asked}&in=${INDEX}&q=metropolis`,
        {
          backend: behind(),
        },
      );
      expect(opened).toMatchObject({ status: 200, data: { page: { tried: { check: null, test: null } } } });
    }
  expect(sent.filter((call) => /_script|_reactivesearch/.test(call))).toEqual([]);
});

it("the command that runs a file of tests refuses one with an endpoint, before it calls anything", async () => {
  const text = JSON.stringify({
    tests: [{ label: "x", request: JSON.parse(BESIDE) as unknown, expectations: [{ kind: "notEmpty" }] }],
  });
  sent.splice(0);
  const lines: string[] = [];
  await expect(runFile({ ...behind(), index: INDEX, text, tell: (line) => void lines.push(line) })).rejects.toThrow(
    /Test 1, request: Remove query\[1\]\.endpoint/,
  );
  expect(sent).toEqual([]);
  expect(lines).toEqual([]);
});

it("the console's own store holds none of what was refused", () => {
  const saved = openStore(dataDir)
    .prepare<{ name: string }>("SELECT name FROM console_saved WHERE person = ?")
    .all(backend.username);
  expect(saved.map(({ name }) => name)).toEqual(["Harmless"]);
});
