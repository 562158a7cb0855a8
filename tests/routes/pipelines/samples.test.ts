import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { loader as changes } from "~/routes/data/changes/list";
import type { loader as review } from "~/routes/pipelines/editor/review";
import type { loader as editSample } from "~/routes/pipelines/validate/sample";
import type { loader as validate } from "~/routes/pipelines/validate/validate";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
let id = "";
let made = 0;

const contentOf = (pipeline: string, word: string) => `id: ${pipeline}
routes:
  - path: /${pipeline}/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
  - path: /${pipeline}/{kind}/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
envs: { index: [shoes] }
stages:
  - use: authorization
    continueOnError: false
  - id: tidy
    scriptRef: tidy.js
    continueOnError: false
  - use: reactivesearchQuery
    continueOnError: false
  - use: elasticsearchQuery
    continueOnError: false
# ${word}
`;
const script = (to: string) =>
  `function handleRequest() { return { request: { ...context.request, body: context.request.body.replace("boots", "${to}") }, kind: context.envs.urlValues }; }`;
const sent = (pipeline: string, to: string) => ({
  content: contentOf(pipeline, to),
  extension: "yaml",
  scripts: { "tidy.js": { content: script(to), extension: "js" } },
});
const BODY = JSON.stringify({
  query: [{ id: "search", type: "search", dataField: ["title"], value: "boots", size: 5 }],
});
const sampleForm = (fields: Record<string, string> = {}) => ({
  intent: "save-sample",
  version: "0",
  name: "boots",
  method: "POST",
  path: "",
  body: BODY,
  headers: "X-User: anna",
  envs: "{}",
  "expectations[0].kind": "status",
  "expectations[0].path": "",
  "expectations[0].value": "200",
  ...fields,
});
const IDS = {
  "expectations[1].kind": "ids",
  "expectations[1].path": "",
  "expectations[1].value": "2",
};
const save = (fields: Record<string, string> = {}, query = "") =>
  openScreen(`pipelines/${id}/sample${query}`, { backend, form: sampleForm(fields) });
const page = async (query: string) =>
  (await openScreen<typeof validate>(`pipelines/${id}/validate${query}`, { backend })).data;
const checkedIn = (data: Awaited<ReturnType<typeof page>>) => {
  const checked = data?.checked;
  return checked && "ok" in checked && checked.ok ? checked.value : null;
};
const reviewed = async () => {
  const { data } = await openScreen<typeof review>(`pipelines/${id}/review?version=2`, { backend });
  return data?.kind === "live" ? data : undefined;
};
const makeLive = async (fields: Record<string, string> = {}) =>
  openScreen(`pipelines/${id}/review?version=2`, {
    backend,
    form: { intent: "make-live", version: (await reviewed())?.precondition ?? "", ...fields },
  });
const liveVersion = async () => (await page(""))?.live;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [at, title] of ["red shoes", "blue shoes", "old boots"].entries())
    await backend.call("PUT", `/shoes/_doc/${at}?refresh=true`, { title });
});
beforeEach(async () => {
  id = `shop${(made += 1)}`;
  await backend.call("POST", "/_pipeline", sent(id, "boots"));
  await backend.call("POST", `/_pipeline/${id}/version`, sent(id, "shoes"));
});
afterAll(() => backend.close());

describe("a saved sample", () => {
  it("is kept with its expectations, opens in validate, is edited and deleted", async () => {
    const saved = await save(IDS);
    expect(saved.flash).toBe("Sample boots saved.");
    const opened = await page((saved.response?.headers.get("Location") ?? "").replace(/^.*\?/, "?"));
    expect(opened).toMatchObject({ saved: "boots", texts: { body: BODY, headers: "X-User: anna" } });
    const [row] = opened?.samples ?? [];
    expect(row).toMatchObject({ name: "boots", version: 1, expects: "2 expectations" });

    const form = await openScreen<typeof editSample>(`pipelines/${id}/sample?id=${row?.id}`, { backend });
    expect(form.data?.values.expectations).toEqual([
      { kind: "status", path: "", value: "200" },
      { kind: "ids", path: "", value: "2" },
    ]);
    const renamed = await save({ version: "1", name: "old boots" }, `?id=${row?.id}`);
    expect(renamed.flash).toBe("Sample old boots saved.");
    expect((await save({ version: "1" }, `?id=${row?.id}`)).status).toBe(409);
    expect((await page(""))?.samples).toMatchObject([{ name: "old boots", version: 2, expects: "1 expectation" }]);

    const remove = { intent: "delete-sample", id: row?.id ?? "", version: "2" };
    const deleted = await openScreen(`pipelines/${id}/validate`, { backend, form: remove });
    expect(deleted.flash).toBe("Sample old boots deleted.");
    expect((await page(""))?.samples).toEqual([]);
    const again = await openScreen(`pipelines/${id}/validate`, { backend, form: remove });
    expect([again.status, again.errors[""]?.[0]]).toEqual([409, expect.stringContaining("not deleted")]);
    expect((await page(`?saved=${row?.id}`))?.lost).toBe("saved");
  });

  it("is put back by an undo of each change, not over what was saved since", async () => {
    const undoLast = async () => {
      const [last] = (await openScreen<typeof changes>("changes", { backend })).data?.rows ?? [];
      return openScreen(`changes/${last?.id ?? ""}/undo`, { backend, form: { intent: "undo-change" } });
    };
    const names = async () => (await page(""))?.samples.map(({ name }) => name);
    await save();
    expect((await undoLast()).response?.status).toBe(302);
    expect(await names()).toEqual([]);

    await save();
    const [row] = (await page(""))?.samples ?? [];
    await save({ version: "1", name: "renamed" }, `?id=${row?.id}`);
    expect((await undoLast()).response?.status).toBe(302);
    expect(await names()).toEqual(["boots"]);

    const [now] = (await page(""))?.samples ?? [];
    const remove = { intent: "delete-sample", id: now?.id ?? "", version: String(now?.version) };
    await openScreen(`pipelines/${id}/validate`, { backend, form: remove });
    expect(await names()).toEqual([]);
    expect((await undoLast()).response?.status).toBe(302);
    expect(await names()).toEqual(["boots"]);

    const [first] = (await openScreen<typeof changes>("changes", { backend })).data?.rows.slice(-1) ?? [];
    const late = await openScreen(`changes/${first?.id ?? ""}/undo`, { backend, form: { intent: "undo-change" } });
    expect(late.response?.headers.get("Location") ?? "/undo").toContain("/undo");
    expect(await names()).toEqual(["boots"]);
  });

  it("is refused with an endpoint, a secret, or more than it may hold", async () => {
    const refused = async (fields: Record<string, string>) => (await save(fields)).errors;
    expect(await refused({ body: '{"query":[{"id":"a","endpoint":{"url":"/_user"}}]}' })).toHaveProperty("body");
    expect(await refused({ body: '{"settings":{"api_key":"s3cret"}}' })).toMatchObject({
      body: [expect.stringContaining("Leave api_key out")],
    });
    expect(await refused({ headers: "X-Auth-Token: s3cret" })).toHaveProperty("headers");
    expect(await refused({ body: JSON.stringify({ note: "x".repeat(200_001) }) })).toHaveProperty("body");
    expect(await refused({ "expectations[0].value": "often" })).toHaveProperty("expectations[0].value");
    expect(await refused({ "expectations[0].kind": "equals" })).toHaveProperty("expectations[0].path");
    expect(await refused({ path: "shoes" })).toHaveProperty("path");
    await save();
    expect(await refused({})).toEqual({ name: ["There is a sample of this name already."] });
    expect((await page(""))?.samples).toHaveLength(1);
  });

  it("are for those who may see the pipeline, run in their own name, and kept by those who may write", async () => {
    await save();
    const as = { actions: ["analytics"] };
    expect(await openScreen(`pipelines/${id}/validate?check=1`, { backend, as })).toRequire("Pipelines");
    const others = await openScreen(`pipelines/${id}/sample`, { backend, as, form: sampleForm({ name: "theirs" }) });
    expect(others.status).toBe(403);
    // Who may use no index of its search does not come to it at all, for a pipeline answers calls of everybody.
    const limited = { backend, as: { actions: ["pipelines"], indices: ["other"] } };
    expect(await openScreen(`pipelines/${id}/validate?check=1`, limited)).toMatchObject({ status: 401 });
    expect((await page(""))?.samples.map(({ name }) => name)).toEqual(["boots"]);
  });
});

describe("a run of all samples", () => {
  it("tells each with the first difference, by the route that it asks", async () => {
    await save(IDS);
    await save({
      name: "by path",
      path: `/${id}/wool/_reactivesearch`,
      "expectations[1].kind": "equals",
      "expectations[1].path": "search.hits.total.value",
      "expectations[1].value": "1",
      "expectations[2].kind": "missing",
      "expectations[2].path": "search.hits.hits[0]._id",
    });
    await save({ name: "nowhere", path: "/nowhere" });
    const results = checkedIn(await page("?version=1&check=1"));
    expect(results?.results.map(({ name, outcome, why }) => [name, outcome, why])).toEqual([
      ["boots", "passed", null],
      ["by path", "failed", 'Expected no search.hits.hits[0]._id, got "2".'],
      ["nowhere", "not-run", expect.stringContaining("no route")],
    ]);
  });

  it("tells what could not be run where the server fails", async () => {
    const gate = await openGate(backend.url);
    const behind = { backend: { ...backend, url: gate.url } };
    try {
      await openScreen(`pipelines/${id}/sample`, { ...behind, form: sampleForm() });
      gate.decide((path) => (path.startsWith("/_pipeline/validate") ? { status: 503, body: "{}" } : "pass"));
      const shown = await openScreen<typeof validate>(`pipelines/${id}/validate?check=1`, behind);
      expect(checkedIn(shown.data)).toMatchObject({ passed: 0, failed: 0, notRun: 1 });
      const { data } = await openScreen<typeof review>(`pipelines/${id}/review?version=2`, behind);
      expect(data?.kind === "live" && data.asksTick).toBe(true);
    } finally {
      await gate.close();
    }
  });

  it("is not made by a link of another site", async () => {
    await save();
    const { data } = await openScreen<typeof validate>(`pipelines/${id}/validate?check=1`, {
      backend,
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(data?.checked).toBeNull();
  });
});

describe("the review of a draft", () => {
  it("makes live at once where all samples pass", async () => {
    await save();
    expect(await reviewed()).toMatchObject({ asksTick: false, samples: { value: { passed: 1, failed: 0 } } });
    expect((await makeLive()).flash).toContain("is live");
    expect(await liveVersion()).toBe(2);
  });

  it("shows what fails and asks for a tick", async () => {
    await save(IDS);
    const data = await reviewed();
    expect(data).toMatchObject({ asksTick: true, samples: { value: { failed: 1 } } });
    expect(JSON.stringify(data?.samples)).toContain("at position 1, got");
    const refused = await makeLive();
    expect(refused.errors).toEqual({ anyway: [expect.stringContaining("1 saved sample failed")] });
    expect(await liveVersion()).toBe(1);
    expect((await makeLive({ anyway: "on" })).flash).toContain("is live");
    expect(await liveVersion()).toBe(2);
  });
});
