import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { clusterLevel, levelRef } from "~/navigation/paths";
import type { Handle } from "~/navigation/handle";
import { handle as editCrumbs, type loader as editPage } from "~/routes/data/browse/edit";
import { handle as deleteCrumbs, type loader as deletePage } from "~/routes/data/browse/delete-document";
import { handle as reviewCrumbs, type loader as reviewPage } from "~/routes/data/browse/review";
import { handle as changeCrumbs, type loader as changePage } from "~/routes/data/changes/change";
import { type loader as changesPage } from "~/routes/data/changes/list";
import { handle as undoCrumbs, type loader as undoPage } from "~/routes/data/changes/undo";
import { handle as pipelineCrumbs } from "~/routes/pipelines/list/delete";
import { handle as ruleCrumbs, type loader as deleteRule } from "~/routes/search-relevance/rules/delete";
import { nameOfDocument } from "~/services/data/documents/name.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

const INDEX = "titled";
let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", `/${INDEX}`, {});
  await backend.call("PUT", `/${INDEX}/_doc/tt0078748?refresh=true`, { title: "Alien", year: 1979 });
  await backend.call("PUT", `/${INDEX}/_doc/untitled?refresh=true`, { year: 1979 });
});
afterAll(() => backend.close());

const open = <Loader extends (...args: never[]) => unknown>(path: string, form?: Record<string, string>) =>
  openScreen<Loader>(path, { backend, at: INDEX, ...(form && { form }) });
const labels = ({ crumbs }: Handle, of: { data: unknown; path: string; changeId?: string }) =>
  crumbs?.({
    data: of.data,
    params: { appName: INDEX, changeId: of.changeId },
    at: levelRef(INDEX),
    pathname: `/app/${INDEX}/${of.path}`,
  }).map(({ label }) => label);

describe("a document with a title", () => {
  it("is called by it in crumbs, in the flash of its save and in Changes; its ID is second", async () => {
    const page = "browse/tt0078748";
    const edit = await open<typeof editPage>(`${page}/edit`);
    expect(labels(editCrumbs, { data: edit.data, path: `${page}/edit` })).toEqual(["Alien", "Edit"]);
    const kept = await open(`${page}/edit`, {
      text: '{"title":"Alien","year":1980}',
      version: edit.data?.editor.version ?? "",
    });
    const to = kept.response?.headers.get("Location") ?? "";
    const { data: reviewed } = await openScreen<typeof reviewPage>(to, { backend });
    expect(labels(reviewCrumbs, { data: reviewed, path: `${page}/review` })).toEqual(["Alien", "Review changes"]);
    const version = reviewed && "version" in reviewed.review ? reviewed.review.version : "";
    const saved = await openScreen(to, { backend, form: { intent: "save-changes", version } });
    expect(saved.flash).toBe("Document Alien saved.");

    const { data } = await open<typeof changesPage>("changes?q=tt0078748");
    expect(data?.rows).toMatchObject([{ resource: `${INDEX} · Alien`, resourceId: "tt0078748" }]);
    const id = data?.rows[0]?.id ?? "";
    const change = await open<typeof changePage>(`changes/${id}`);
    const named = `Updated document: ${INDEX} · Alien`;
    expect(labels(changeCrumbs, { data: change.data, path: `changes/${id}`, changeId: id })).toEqual([named]);
    const undo = await open<typeof undoPage>(`changes/${id}/undo`);
    expect(labels(undoCrumbs, { data: undo.data, path: `changes/${id}/undo`, changeId: id })).toEqual([named, "Undo"]);
    // A page that failed has its address alone.
    expect(labels(changeCrumbs, { data: undefined, path: `changes/${id}`, changeId: id })).toEqual([id]);
  });

  it("is called by it while it is deleted, and after its undo", async () => {
    const page = "browse/tt0078748/delete";
    const { data } = await open<typeof deletePage>(page);
    expect(labels(deleteCrumbs, { data, path: page })).toEqual(["Alien", "Delete"]);
    const gone = await open(page, { intent: "delete", version: data?.page.version ?? "" });
    expect(gone.flash).toBe("Document Alien deleted.");
    const { data: list } = await open<typeof changesPage>("changes?q=Alien");
    expect(list?.rows[0]).toMatchObject({ title: "Deleted document", resource: `${INDEX} · Alien` });
    const undone = await open(`changes/${list?.rows[0]?.id}/undo`, { intent: "undo-change" });
    expect(undone.flash).toBe(`Restored document ${INDEX} · Alien.`);
  });
});

it("a document without a title goes by its ID, once", async () => {
  const { data } = await open<typeof deletePage>("browse/untitled/delete");
  await open("browse/untitled/delete", { intent: "delete", version: data?.page.version ?? "" });
  const { data: list } = await open<typeof changesPage>("changes?q=untitled");
  expect(list?.rows[0]).toMatchObject({ resource: `${INDEX} · untitled`, resourceId: null });
});

const PIPELINE = `id: p-17
description: Shoe search
routes:
  - path: /shoes/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
stages:
  - use: authorization
`;

describe("before it is deleted", () => {
  it.each<[string, Handle, () => Promise<{ path: string; name: string }>]>([
    [
      "a rule",
      ruleCrumbs,
      async () => {
        const rule = { name: "Snow first", trigger: { type: "always" }, actions: [{ type: "custom_data", data: {} }] };
        const { body } = await backend.call("POST", "/_rule", rule);
        return { path: `rules/${z.object({ id: z.string() }).parse(body).id}`, name: "Snow first" };
      },
    ],
    [
      "a pipeline",
      pipelineCrumbs,
      async () => {
        await backend.call("POST", "/_pipeline", { content: PIPELINE, extension: "yaml", scripts: {} });
        return { path: "pipelines/p-17", name: "Shoe search" };
      },
    ],
  ])("%s is called by its title: in the crumb, in the question and in the flash", async (_, handle, made) => {
    const { path, name } = await made();
    const { data } = await openScreen<typeof deleteRule>(`${path}/delete`, { backend });
    expect(data?.page.name).toBe(name);
    const crumbs = handle.crumbs?.({ data, params: {}, at: clusterLevel, pathname: `/cluster/${path}/delete` });
    expect(crumbs?.map(({ label }) => label)).toEqual([name, "Delete"]);
    const confirmation = data?.page.toType ?? "";
    const form = { intent: "delete", version: data?.page.version ?? "", confirmation };
    expect((await openScreen(`${path}/delete`, { backend, form })).flash).toMatch(new RegExp(`${name} deleted\\.$`));
    const { data: list } = await openScreen<typeof changesPage>("changes", { backend });
    expect(list?.rows[0]?.resource).toBe(name);
  });
});

describe("the name of a document", () => {
  it.each([
    ['{"title":"Alien"}', "Alien"],
    ['{"token_name":"abc","year":1}', "d1"],
    ["not JSON", "d1"],
    [null, "d1"],
  ])("of %s is %s", (text, name) => {
    expect(nameOfDocument({ id: "d1" }, text)).toBe(name);
  });
});
