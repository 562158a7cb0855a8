import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpointPlacesIn } from "@common/http/endpoint-queries";
import { keepBundle } from "~/routes/search-relevance/file/_parts/kept.server";
import { addDraft } from "~/services/platform/store/draft-store.server";
import { requireScope } from "~/session/scope.server";
import { mountedPaths, sampleIndex, sampleQuery, sampleTemplate, sampleUser } from "../../e2e/support/screens";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, testContext } from "../../setup/console";
import { hostileRequests, MADE, seedEndpointsInConsole, seedEndpointsOnServer } from "../../setup/hostile/endpoints";
import { hostilePages, seedConsole, seedServer } from "../../setup/hostile/stored";
import { changesServer } from "../../setup/reading-calls";
import { renderedConsole } from "../../setup/rendered";
import { sampleCredential } from "../../setup/seeds/credential";
import { seedSettings } from "../../setup/seeds/relevance";
import { type Browser, browserAt, patterns } from "./support";

// Whatever stands in what the console and its server keep: no page that an admin opens calls an endpoint, and none
// changes anything. The server in front of which the gate stands would answer such a call; the gate sees that none
// comes.

let backend: TestBackend;
let gate: Gate;
let browser: Browser;
let pages: string[] = [];
/** Calls that arrive with an endpoint in them, and such as change something. */
const calling: string[] = [];
const changing: string[] = [];
const recording: string[] = [];
let searches = 0;

const app = `/app/${sampleIndex}`;
const values: Record<string, string> = {
  ":appName": sampleIndex,
  ":docId": "1",
  ":jobId": "hostileDone",
  ":logId": "endpoint-beside",
  ":changeId": "c-sweep1",
  ":queryId": sampleQuery,
  ":credentialName": sampleCredential,
  ":kind": "legacy",
  ":templateName": sampleTemplate.name,
  ":userName": sampleUser.username,
  ":testId": "endpointbeside",
};

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await seedServer(backend.call);
  await seedSettings(backend.call, { index: sampleIndex, search: { dataField: ["title"], fieldWeights: ["1.0"] } });
  const { logs, queries } = await seedEndpointsOnServer(backend.call, sampleIndex);
  const context = testContext({ SEARCH_URL: gate.url });
  browser = browserAt({ open: await renderedConsole(), context });
  await browser.ask("/login", {
    form: { intent: "sign-in", url: gate.url, username: backend.username, password: backend.password },
  });
  const { dataDir, sessionSecrets } = context.config;
  seedConsole({ dataDir, server: gate.url, person: backend.username, secrets: sessionSecrets });
  const kept = seedEndpointsInConsole({ dataDir, server: gate.url, person: backend.username, index: sampleIndex });

  // What the session itself began: a test and a stored query in their editors, a file of settings under review, a draft
  // of the settings.
  const request = (path: string) =>
    consoleRequest(path, { cookie: browser.cookie(), headers: { Host: "console.test" } });
  const here = { ...context, requestId: "seeding" };
  const atApp = await requireScope(request(app), { appName: sampleIndex }, null, here);
  const atCluster = await requireScope(request("/cluster"), {}, null, here);
  const text = hostileRequests["beside"] ?? "";
  const editing = { label: "x", search: "", request: text, grades: "", version: "0", expectations: [] };
  const testDraft = addDraft(atApp, {
    kind: "relevance test",
    index: sampleIndex,
    value: { id: null, values: editing },
  });
  const query = JSON.stringify({ description: "", index: sampleIndex, query: JSON.parse(text) as unknown, params: {} });
  const queryDraft = addDraft(atCluster, {
    kind: "edit stored query",
    index: "",
    value: { ref: JSON.stringify({ id: queries[0] }), text: query, version: "x", base: null },
  });
  const rule = {
    id: "r",
    name: "r",
    trigger: { type: "always" },
    actions: [{ type: "custom_data", data: JSON.parse(text) as unknown }],
  };
  const bundle = {
    settings: { search: { dataField: ["title"], endpoint: { url: "/_user" } } },
    rules: [rule],
    query: (JSON.parse(text) as { query: unknown }).query,
  };
  const fileDraft = keepBundle(atApp, { index: sampleIndex, bundle: bundle as never, from: "a file" });
  await browser.ask(`${app}/search`, {
    form: {
      intent: "save-draft",
      queryType: "default",
      queryFormat: "and",
      fuzziness: "0",
      distinctField: "",
      synonyms: "on",
    },
  });

  const filled = (pattern: string) =>
    pattern
      .split("/")
      .map((part) => values[part] ?? part.replace(/^[:*].*/, "x"))
      .join("/");
  pages = [
    ...patterns().map(({ pattern }) => filled(pattern)),
    ...mountedPaths().map(({ path }) => path),
    ...hostilePages(),
    ...["run", "run?only=failing", "import", "new"].map((page) => `${app}/relevance-tests/${page}`),
    ...["run.json", "run.json?on=draft", "run.xml"].map((page) => `/resources/${sampleIndex}/relevance-tests/${page}`),
    ...kept.tests.flatMap((id) => ["", "/delete"].map((page) => `${app}/relevance-tests/${id}${page}`)),
    ...kept.tests.map((id) => `${app}/relevance-tests/new?from=${id}`),
    `${app}/relevance-tests/new?draft=${testDraft}&find=metropolis`,
    ...kept.saved.flatMap((id) => [`/cluster/console?saved=${id}`, `/cluster/console/forget?saved=${id}`]),
    ...kept.history.map((id) => `/cluster/console?history=${id}`),
    ...logs.flatMap((id) => [
      `/cluster/console?log=${id}`,
      ...["", "?view=response", "?view=stages", "?view=raw"].map((page) => `/cluster/request-logs/${id}${page}`),
      `${app}/request-logs/${id}/replay`,
      `/resources/request-logs/${id}/raw`,
    ]),
    ...queries.flatMap((id) =>
      ["", "/edit", "/execute", "/execute?params=%7B%7D", "/delete", "/review"].map(
        (page) => `/cluster/stored-queries/${id}${page}`,
      ),
    ),
    ...["render", "execute"].map(
      (what) => `/cluster/stored-queries/${queries[0]}/edit?draft=${queryDraft}&try=${what}`,
    ),
    ...[
      `${app}/search/review`,
      `${app}/search/compare?q=metropolis`,
      `${app}/search-preview?q=metropolis&call=translated`,
    ],
    ...mountedPaths().flatMap(({ path }) =>
      path.includes("file") && path.includes("review") ? [`${path}?draft=${fileDraft}`] : [],
    ),
  ];
  pages = [...new Set(pages)].filter((path) => !path.startsWith("/logout"));

  gate.decide((path, _bulk, { method = "" }, body) => {
    if (changesServer(method, path) && !(method === "DELETE" && path.includes("scroll")))
      changing.push(`${method} ${path}`);
    if (endpointPlacesIn(body).length > 0) calling.push(`${method} ${path} ${body.slice(0, 200)}`);
    if (path.includes("_reactivesearch")) searches += 1;
    if (path.endsWith("_reactivesearch") && body.includes('"recordAnalytics":true')) recording.push(path);
    return "pass";
  });
}, 120_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const own = { Referer: "http://console.test/", "Sec-Fetch-Site": "same-origin" };

describe("by GET", () => {
  it("no page calls an endpoint that stands in what is kept, and none changes anything", async () => {
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    for (const path of pages) {
      const { status } = await browser.ask(path, { headers: own });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      for (const one of [...changing.splice(0), ...calling.splice(0)]) wrong.push(`${path}: ${one}`);
    }
    expect(wrong).toEqual([]);
    expect(pages.length).toBeGreaterThan(300);
    expect(statuses.get(200)).toBeGreaterThan(250);
    // The tests did run, on what is live and on the draft.
    expect(searches).toBeGreaterThan(10);
    expect((await backend.call("GET", `/_user/${MADE}`)).status).toBe(404);
    expect((await backend.call("GET", "/_permissions")).body).not.toContainEqual(
      expect.objectContaining({ description: MADE }),
    );
  }, 240_000);

  it("a link of another site records no search, whatever it asks for", async () => {
    const page = `${app}/search-preview?q=metropolis&record=1`;
    recording.splice(0);
    await browser.ask(page, { headers: { Referer: "https://evil.test/", "Sec-Fetch-Site": "cross-site" } });
    expect(recording).toEqual([]);
    await browser.ask(page, { headers: own });
    expect(recording.length).toBeGreaterThan(0);
  });

  it("pages that leave an endpoint out say so", async () => {
    const told = /Left out: .*endpoint/;
    for (const path of [
      `${app}/relevance-tests/run`,
      "/cluster/console?saved=endpoint-beside",
      "/cluster/console?history=endpoint-case",
      "/cluster/console?log=endpoint-escaped",
      "/cluster/request-logs/endpoint-lines/replay",
      "/cluster/request-logs/endpoint-beside",
    ]) {
      const { text, status } = await browser.ask(path, { headers: own });
      expect([path, status]).toEqual([path, 200]);
      expect(text.replace(/<!-- -->/g, ""), path).toMatch(told);
    }
    const json = await browser.ask(`/resources/${sampleIndex}/relevance-tests/run.json`, { headers: own });
    expect(json.text).toMatch(told);
    expect((await browser.ask(`/resources/${sampleIndex}/relevance-tests/run.xml`, { headers: own })).text).toMatch(
      told,
    );
    expect((await browser.ask("/cluster/request-logs/endpoint-rubbish/replay", { headers: own })).text).toContain(
      "cannot be read as JSON",
    );
  });
});
