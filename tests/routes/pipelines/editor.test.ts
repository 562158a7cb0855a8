import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as editorPage } from "~/routes/pipelines/editor/pipeline";
import type { loader as newPage } from "~/routes/pipelines/editor/new";
import type { loader as reviewPage } from "~/routes/pipelines/editor/review";
import type { loader as deletePage } from "~/routes/pipelines/list/delete";
import type { loader as list } from "~/routes/pipelines/list/list";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

const TEXT = `id: shoes
description: Shoes
priority: 2
routes:
  - path: /shoes/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
stages:
  # who may ask
  - id: auth
    use: authorization
    continueOnError: false
  - id: tidy
    scriptRef: tidy.js
  - id: translate
    use: reactivesearchQuery
  - id: fetch
    use: elasticsearchQuery
`;
const TIDY = 'function handleRequest() { console.log("tidied"); return {}; }';

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/shoes/_doc/1?refresh=true", { title: "Runner" });
  const scripts = { "tidy.js": { content: TIDY, extension: "js" } };
  expect((await backend.call("POST", "/_pipeline", { content: TEXT, extension: "yaml", scripts })).status).toBe(201);
  for (const [id, priority] of [
    ["first", 9],
    ["second", 2],
  ] as const)
    await backend.call("POST", "/_pipeline", {
      content: TEXT.replace("id: shoes", `id: ${id}`)
        .replace("priority: 2", `priority: ${priority}`)
        .replace("/shoes/_re", `/${id}/_re`),
      extension: "yaml",
      scripts,
    });
});
afterAll(() => backend.close());

const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";
const pathOf = (opened: { response: Response | undefined }) => locationOf(opened).replace(/^\/cluster\//, "");
type Page = NonNullable<Awaited<ReturnType<typeof openScreen<typeof editorPage>>>["data"]>;

/** What the form of a page holds, as a browser would send it. */
function formOf({ page, precondition }: Pick<Page, "page" | "precondition">, fields: Record<string, string>) {
  const { stage } = page;
  return {
    intent: "edit-pipeline",
    version: precondition,
    content: page.content,
    description: page.description,
    file: page.shownFile,
    stage: stage?.id ?? "",
    add: "script",
    ...Object.fromEntries(
      page.names.flatMap((name, at) => [
        [`files[${at}].name`, name],
        [`files[${at}].text`, page.scripts[name] ?? ""],
      ]),
    ),
    ...(stage && {
      stageWas: stage.was,
      stageId: stage.id,
      ...(stage.isAsync && { stageAsync: "on" }),
      ...(stage.continueOnError && { stageContinues: "on" }),
      ...(stage.enabled && { stageEnabled: "on" }),
      stageNeeds: stage.needs,
      stageTrigger: stage.trigger,
      ...Object.fromEntries(
        stage.inputs.flatMap(({ name, value }, at) => [
          [`inputs[${at}].name`, name],
          [`inputs[${at}].value`, value],
        ]),
      ),
    }),
    ...fields,
  };
}

async function press(at: string, fields: Record<string, string>) {
  const before = await openScreen<typeof editorPage>(at, { backend });
  if (!before.data) throw new Error(`no page at ${at}`);
  const opened = await openScreen(at, { backend, form: formOf(before.data, fields) });
  return { opened, at: pathOf(opened) };
}
const page = async (at: string) => {
  const { data } = await openScreen<typeof editorPage>(at, { backend });
  if (!data) throw new Error(`no page at ${at}`);
  return data;
};

describe("the list of pipelines", () => {
  const order = async () =>
    (await openScreen<typeof list>("pipelines", { backend })).data?.list?.rows.map(({ id }) => id);

  it("has them in the order in which they are asked, moves one with as few rewrites as can be, and back", async () => {
    expect((await order())?.[0]).toBe("first");
    const [, second = "", third = ""] = (await order()) ?? [];
    const form = { intent: "move-pipeline", id: third, name: third, to: second };
    expect(locationOf(await openScreen("pipelines", { backend, form }))).toContain("/cluster/pipelines");
    expect(await order()).toEqual(["first", third, second]);
    const back = { intent: "move-pipeline", id: second, name: second, to: third };
    await openScreen("pipelines", { backend, form: back });
    expect(await order()).toEqual(["first", second, third]);
  });

  it("switches one off in its text alone, comments stay", async () => {
    const form = { intent: "switch-pipeline", id: "shoes", name: "Shoes", enabled: "false" };
    await openScreen("pipelines", { backend, form });
    const { body } = await backend.call("GET", "/_pipeline/shoes");
    expect(body).toMatchObject({ enabled: false, _version: 1 });
    expect(String((body as { content: string }).content)).toContain("# who may ask");
    await openScreen("pipelines", { backend, form: { ...form, enabled: "true" } });
    expect((await backend.call("GET", "/_pipeline/shoes")).body).toMatchObject({ enabled: true });
  });
});

describe("the editor", () => {
  it("leads to what a stage works with, as far as the reader may open it", async () => {
    const content = `id: caller
routes:
  - { path: /caller, method: GET, classify: { category: search } }
stages:
  - use: authorization
  - id: ask
    use: httpRequest
    inputs: { url: /shoes/_reactivesearch, method: POST, headers: { X: "{{envs.CALLED_KEY}}" } }
  - id: top
    use: httpRequest
    inputs: { url: /_storedquery/top/execute }
`;
    expect((await backend.call("POST", "/_pipeline", { content, extension: "yaml" })).status).toBe(201);
    const env = { key: "CALLED_KEY", label: "Called", value: "s3cret" };
    expect((await backend.call("POST", "/_pipelines/env", env)).status).toBeLessThan(300);
    const called = async (stage: string, as?: { actions: ["pipelines"] }) =>
      (
        await openScreen<typeof editorPage>(`pipelines/caller?stage=${stage}`, { backend, ...(as && { as }) })
      ).data?.page.stage?.called.map(({ kind, to }) => `${kind} ${to}`);
    expect(await called("ask")).toEqual([
      "pipeline /cluster/pipelines/shoes",
      "index /app/shoes/browse",
      "variable /cluster/global-envs/CALLED_KEY",
    ]);
    expect(await called("top")).toEqual(["stored query /cluster/stored-queries/top"]);
    expect(await called("top", { actions: ["pipelines"] })).toEqual([]);
    await backend.call("DELETE", "/_pipeline/caller");
  });

  it("draws the stages, and after a run the time of each", async () => {
    const { page: idle } = await page("pipelines/shoes");
    expect(idle.drawing.stages.map(({ id, stops }) => [id, stops])).toEqual([
      ["auth", true],
      ["tidy", false],
      ["translate", false],
      ["fetch", false],
    ]);
    const { at } = await press("pipelines/shoes", { then: "run" });
    const { page: ran } = await page(at);
    expect(ran.tried).toMatchObject({ ok: true, code: 200 });
    expect(ran.drawing.stages.every(({ took }) => took !== null)).toBe(true);
  });

  it("puts what was typed of a stage into the text, and leaves comments and all else", async () => {
    const { at } = await press("pipelines/shoes", { then: "stage:tidy" });
    const chosen = await page(at);
    expect(chosen.page.stage).toMatchObject({ id: "tidy", scriptRef: "tidy.js" });
    const typed = await press(at, { then: "apply", stageTrigger: "envs.query != ''", stageNeeds: "auth" });
    const { content } = (await page(typed.at)).page;
    expect(content).toContain("# who may ask");
    expect(content).toContain("envs.query != ''");
    expect(content).toMatch(/needs:/);
  });

  it("adds, moves and removes stages, and a script with its file", async () => {
    const added = await press("pipelines/shoes", { then: "add-stage", add: "script" });
    const { page: after } = await page(added.at);
    expect(after.names).toContain("script.js");
    expect(after.stage?.id).toBe("script");
    const moved = await press(added.at, { then: "up:script" });
    expect((await page(moved.at)).page.drawing.stages.map(({ id }) => id)).toEqual([
      "auth",
      "tidy",
      "translate",
      "script",
      "fetch",
    ]);
    const removed = await press(moved.at, { then: "remove-stage:script" });
    expect((await page(removed.at)).page.drawing.stages).toHaveLength(4);
  });

  it("adds a stage that only the server has, by the name that it gives it", async () => {
    const added = await press("pipelines/shoes", { then: "add-stage", add: "sparkle" });
    const { page: after } = await page(added.at);
    expect(after.stage).toMatchObject({ id: "sparkle", title: "sparkle" });
    expect(after.content).toContain("use: sparkle");
    expect(after.names).toEqual(["tidy.js"]);
  });

  it("refuses a list or an object that is not JSON, beside its field, and keeps values of the context", async () => {
    const { at } = await press("pipelines/shoes", { then: "add-stage", add: "addFilter" });
    const data = (await page(at)).page.stage?.inputs.findIndex(({ name }) => name === "data");
    const field = `inputs[${data}].value`;
    const broken = await press(at, { then: "apply", [field]: '{"term": {"colour": red}}' });
    expect(broken.opened).toHaveFieldError(field, /Not valid JSON at line 1, column 21/);
    for (const typed of [
      "{{context.filter}}",
      '{"term": {"colour": {{context.colour}}}}',
      '{"term": {"colour": "red"}}',
    ]) {
      const taken = await press(at, { then: "apply", [field]: typed });
      const { stage } = (await page(taken.at)).page;
      expect(JSON.stringify(stage?.inputs).replaceAll(/[\\"{} ]/g, "")).toContain(typed.replaceAll(/["{} ]/g, ""));
    }
  });

  it("tells line and column of what cannot be read, and blocks saving while a file is missing", async () => {
    const broken = await press("pipelines/shoes", {
      then: "stage:tidy",
      content: TEXT.replace("use: authorization", "use: authorisation"),
    });
    expect((await page(broken.at)).page.faults[0]).toMatchObject({ line: 11 });
    const lacks = await press("pipelines/shoes", { then: "save-new", content: TEXT.replace("tidy.js", "other.js") });
    expect(lacks.opened).toHaveFieldError("content", /other\.js is missing/);
  });

  it("saves a new version, which answers nobody, writes over it, and makes it live after a review", async () => {
    const saved = await press("pipelines/shoes", {
      then: "save-new",
      description: "quieter",
      content: TEXT.replace("Shoes", "Better shoes"),
    });
    expect(saved.at).toBe("pipelines/shoes?version=2");
    expect((await backend.call("GET", "/_pipeline/shoes")).body).toMatchObject({ _version: 1, description: "Shoes" });
    const draft = await page("pipelines/shoes");
    expect(draft).toMatchObject({ number: 2, live: 1 });
    const over = await press("pipelines/shoes?version=2", {
      then: "save",
      content: draft.page.content.replace("Better", "Best"),
    });
    expect(over.at).toBe("pipelines/shoes?version=2");
    const review = (await openScreen<typeof reviewPage>("pipelines/shoes/review?version=2", { backend })).data;
    if (review?.kind !== "live") throw new Error("the review is about a draft");
    expect(review).toMatchObject({ live: 1, number: 2 });
    const form = { intent: "make-live", version: review.precondition };
    expect(locationOf(await openScreen("pipelines/shoes/review?version=2", { backend, form }))).toContain("/versions");
    expect((await backend.call("GET", "/_pipeline/shoes")).body).toMatchObject({
      _version: 2,
      description: "Best shoes",
    });
  });

  it("adds the stage that a link of the list asks for, and runs nothing by a link", async () => {
    const { page: shown } = await page("pipelines/second?add=customData");
    expect(shown.drawing.stages.map(({ id }) => id)).toContain("customData");
    expect((await page("pipelines/second?run=1")).page.tried).toBeNull();
  });

  it("deletes what is live, not a draft of it, and nothing that was changed meanwhile", async () => {
    const content = TEXT.replace("id: shoes", "id: boots").replace("/shoes/_re", "/boots/_re");
    const scripts = { "tidy.js": { content: TIDY, extension: "js" } };
    await backend.call("POST", "/_pipeline", { content, extension: "yaml", scripts });
    await backend.call("POST", "/_pipeline/boots/version", {
      content: content.replace("Shoes", "Draft"),
      extension: "yaml",
      scripts,
    });
    const { data } = await openScreen<typeof deletePage>("pipelines/boots/delete", { backend });
    expect(data?.page.text).toContain("Shoes");
    const form = { intent: "delete", version: data?.page.version ?? "", confirmation: "boots" };
    await backend.call("PUT", "/_pipeline/boots/version/1", {
      content: content.replace("Shoes", "Theirs"),
      extension: "yaml",
      scripts,
    });
    await openScreen("pipelines/boots/delete", { backend, form });
    expect((await backend.call("GET", "/_pipeline/boots")).status).toBe(200);
    const { data: now } = await openScreen<typeof deletePage>("pipelines/boots/delete", { backend });
    await openScreen("pipelines/boots/delete", { backend, form: { ...form, version: now?.page.version ?? "" } });
    expect((await backend.call("GET", "/_pipeline/boots")).status).toBe(404);
  });

  it("refuses to write over what somebody else changed", async () => {
    await press("pipelines/first", { then: "save-new", description: "mine" });
    const before = await page("pipelines/first");
    const text = before.page.content.replace("Shoes", "Theirs");
    await backend.call("PUT", "/_pipeline/first/version/2", {
      content: text,
      extension: "yaml",
      scripts: before.page.scripts,
    });
    const form = formOf(before, { then: "save", content: before.page.content.replace("Shoes", "Mine") });
    const refused = pathOf(await openScreen("pipelines/first?version=2", { backend, form }));
    expect(refused).toContain("/review");
    const both = (await openScreen<typeof reviewPage>(refused, { backend })).data;
    if (both?.kind !== "changes") throw new Error("the review is about another thing");
    expect(both.review.state).toBe("conflict");
    expect(JSON.stringify(both.review)).toContain("Mine");
    expect(JSON.stringify(both.review)).toContain("Theirs");
    const { body } = await backend.call("GET", "/_pipeline/first/versions");
    expect(JSON.stringify(body)).toContain("Theirs");
    expect(JSON.stringify(body)).not.toContain("Mine");
  });
});

describe("a new pipeline", () => {
  it("begins with a template that is valid and runs, switched off", async () => {
    const { data } = await openScreen<typeof newPage>("pipelines/new", { backend });
    expect(data?.templates.length).toBe(7);
    for (const { key } of data?.templates ?? []) {
      const chosen = (await openScreen<typeof newPage>(`pipelines/new?template=${key}`, { backend })).data?.page;
      expect(chosen?.faults).toEqual([]);
      expect(chosen?.missing).toEqual([]);
      expect(chosen?.lets).toBe(true);
    }
    const chosen = (await openScreen<typeof newPage>("pipelines/new?template=basic", { backend })).data?.page;
    if (!chosen) throw new Error("no template");
    const form = formOf({ page: chosen, precondition: "" }, { then: "save" });
    const made = locationOf(await openScreen("pipelines/new?template=basic", { backend, form }));
    const id = made.split("/").at(-1) ?? "";
    expect((await backend.call("GET", `/_pipeline/${id}`)).body).toMatchObject({ enabled: false });
    expect(await openScreen("pipelines/new?template=basic", { backend, form })).toHaveFieldError("content", /already/);
  });

  it("may be a copy, with its scripts", async () => {
    const copy = (await openScreen<typeof newPage>("pipelines/new?from=second", { backend })).data?.page;
    expect(copy?.content).toContain("id: second-copy");
    expect(copy?.names).toEqual(["tidy.js"]);
  });
});
