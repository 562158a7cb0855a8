import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as validate } from "~/routes/pipelines/validate/validate";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

const tidy = (body: string) =>
  `function handleRequest() { ${body} return { request: context.request, tidied: true }; }`;
const REPLACE = `console.log("tidying"); context.request.body = context.request.body.replace("boots", "shoes");`;
const content = `id: shoes
routes:
  - path: /shoes/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
    recordLogs: true
envs: { index: [shoes] }
stages:
  - use: authorization
    continueOnError: false
  - id: tidy
    scriptRef: tidy.js
    continueOnError: false
  - use: reactivesearchQuery
    continueOnError: false
  - id: fetch
    use: elasticsearchQuery
    continueOnError: false
`;
const sent = (script: string) => ({
  content,
  extension: "yaml",
  scripts: { "tidy.js": { content: script, extension: "js" } },
});
const BODY = JSON.stringify({
  query: [{ id: "search", type: "search", dataField: ["title"], value: "boots", size: 5 }],
});
const form = (fields: Record<string, string> = {}) => ({
  intent: "run-sample",
  body: BODY,
  headers: "X-User: anna",
  envs: "{}",
  ...fields,
});
const locationOf = ({ response }: { response: Response | undefined }) =>
  (response?.headers.get("Location") ?? "").replace("/cluster/", "");

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [id, title] of ["red shoes", "blue shoes", "old boots"].entries())
    await backend.call("PUT", `/shoes/_doc/${id}?refresh=true`, { title });
  await backend.call("POST", "/_pipeline", sent(tidy("")));
  await backend.call("POST", "/_pipeline/shoes/version", sent(tidy(REPLACE)));
  await backend.call("POST", "/_pipeline/shoes/version", sent(`function handleRequest() { throw new Error("torn"); }`));
  await backend.call("POST", "/shoes/_reactivesearch", JSON.parse(BODY));
});
afterAll(() => backend.close());

describe("a trial", () => {
  it("offers the sample of the version, and is for who may see pipelines", async () => {
    const opened = await openScreen<typeof validate>("pipelines/shoes/validate?version=2", { backend });
    expect(opened).toOpen();
    expect(opened.data).toMatchObject({ number: 2, live: 1, run: null, lost: null, cannotReplay: null });
    expect(opened.data?.texts.body).toContain("recordAnalytics");
    expect(await openScreen("pipelines/shoes/validate", { backend, as: { actions: ["analytics"] } })).toRequire(
      "Pipelines",
    );
  });

  it("runs in both versions: what differs, what each stage changed, what was logged", async () => {
    const posted = await openScreen("pipelines/shoes/validate?version=2", { backend, form: form() });
    expect(locationOf(posted)).toMatch(/^pipelines\/shoes\/validate\?version=2&run=/);
    const { data } = await openScreen<typeof validate>(locationOf(posted), { backend });
    expect(data?.texts).toMatchObject({ body: BODY, headers: "X-User: anna" });
    expect(data?.run?.cards).toMatchObject({
      live: { ok: true, code: 200, hits: 1 },
      own: { ok: true, code: 200, hits: 2 },
    });
    const told = data?.run?.told;
    expect(told?.difference).toBe("hits");
    expect(told?.rows.map(({ id, differs }) => [id, differs])).toContainEqual(["tidy", true]);
    expect(told?.rows.find(({ id }) => id === "tidy")?.changed).toEqual(["request.body", "tidied"]);
    expect(told?.rows.find(({ id }) => id === "authorization")).toMatchObject({ changed: [], differs: false });
    expect(JSON.stringify(told?.changes.find(({ id }) => id === "tidy")?.parts)).toContain("shoes");
    expect(told?.console).toEqual([{ stage: "tidy", lines: ["tidying"] }]);
    expect(told?.context).toMatchObject({ after: "fetch", isTree: true });
    const after = await openScreen<typeof validate>(`${locationOf(posted)}&after=tidy`, { backend });
    expect(after.data?.run?.told?.context).toMatchObject({ after: "tidy" });
  });

  it("of the live version stands alone", async () => {
    const posted = await openScreen("pipelines/shoes/validate?version=1", { backend, form: form() });
    const { data } = await openScreen<typeof validate>(locationOf(posted), { backend });
    expect(data?.run).toMatchObject({ cards: { live: null, own: { hits: 1 } }, told: { difference: null } });
    expect(data?.cannotReplay).toBe("live");
  });

  it("that fails tells all that was known until then", async () => {
    const posted = await openScreen("pipelines/shoes/validate?version=3", { backend, form: form() });
    const { data } = await openScreen<typeof validate>(locationOf(posted), { backend });
    expect(data?.run?.cards.own).toMatchObject({ ok: true, error: { stage: "tidy" } });
    expect(data?.run?.told?.difference).toBe("error");
    expect(data?.run?.told?.rows.map(({ id, own }) => [id, own?.outcome])).toEqual(
      expect.arrayContaining([
        ["authorization", "done"],
        ["tidy", "failed"],
      ]),
    );
  });

  it.each([
    ["body", "{", /Not valid JSON/],
    ["headers", "no colon", /Line 1/],
    ["headers", "Authorization: Basic x", /in your own name/],
    ["envs", "[]", /must be an object/],
  ])("refuses a %s of %s beside the field", async (field, value, words) => {
    const posted = await openScreen("pipelines/shoes/validate", { backend, form: form({ [field]: value }) });
    expect(posted).toHaveFieldError(field, words);
  });

  it("says so where its sample is no longer kept", async () => {
    const { data } = await openScreen<typeof validate>("pipelines/shoes/validate?run=none&log=none", { backend });
    expect(data).toMatchObject({ lost: "run", run: null });
  });
});

describe("a sample", () => {
  it("stays with a draft, and is offered then; not with the live version", async () => {
    const posted = await openScreen("pipelines/shoes/validate?version=2", { backend, form: form() });
    const run = new URLSearchParams(locationOf(posted).split("?")[1]).get("run") ?? "";
    const keep = { intent: "keep-sample", run };
    expect(await openScreen("pipelines/shoes/validate?version=2", { backend, form: keep })).toFlash(/sample is kept/);
    const { data } = await openScreen<typeof validate>("pipelines/shoes/validate?version=2", { backend });
    expect(data?.texts).toMatchObject({ body: BODY, headers: "X-User: anna" });
    expect((await openScreen("pipelines/shoes/validate?version=1", { backend, form: keep })).status).toBe(409);
    const gone = await openScreen("pipelines/shoes/validate?version=2", { backend, form: { ...keep, run: "none" } });
    expect(gone.status).toBe(410);
  });

  it("comes from a log, without who asked; the last runs go through both versions once more", async () => {
    const { body } = await backend.call("GET", "/_pipeline/shoes/logs");
    const log = (body as { logs: { id: string }[] }).logs[0]?.id ?? "";
    const { data } = await openScreen<typeof validate>(`pipelines/shoes/validate?version=2&log=${log}`, { backend });
    expect(JSON.parse(data?.texts.body ?? "")).toEqual(JSON.parse(BODY));
    expect(data?.texts.headers).not.toMatch(/authorization/i);
    const replayed = await openScreen<typeof validate>("pipelines/shoes/validate?version=2&replay=20", { backend });
    expect(replayed.data?.replay).toMatchObject({
      ok: true,
      value: { asked: 1, ran: 1, ended: "all", counts: { same: 0, hits: 1 }, differences: [{ log, kind: "hits" }] },
    });
  });
});
