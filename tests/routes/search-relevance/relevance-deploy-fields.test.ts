import { describe, expect, it } from "vitest";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as schemaPage } from "~/routes/search-relevance/schema/schema";
import type { loader as discardPage } from "~/routes/search-relevance/settings/discard";
import { openScreen } from "../../setup/open-screen";
import {
  backend,
  deploy,
  first,
  inside,
  jobEnds,
  review,
  settingsAt,
  startDeploys,
  whole,
} from "./support/relevance-deploy";

startDeploys();

describe("a deploy of fields", () => {
  it("leaves out the values of those that are removed, which documents would bring back", async () => {
    const env = {};
    const at = "deploy-removed";
    const source = { title: "Tea", old: "x", size: { width: 1, height: 2 } };
    await backend.call("PUT", `/${at}/_doc/1?refresh=true`, source);
    for (const path of ["old", "size.width"])
      await openScreen(`schema/${path}`, { backend, at, env, form: { intent: "remove-field" } });
    expect(await review(at, env)).toMatchObject({
      copy: { exclude: ["old", "size.width"] },
      changes: [{ new: "Removed" }, { new: "Removed" }],
    });
    expect(await jobEnds(await deploy(at, env), at, env)).toBe("done");
    const mapping = inside(first((await backend.call("GET", `/${at}/_mapping`)).body), "mappings", "properties");
    expect(Object.keys(whole(mapping)).sort()).toEqual(["day", "size", "title"]);
    expect(Object.keys(whole(inside(mapping, "size", "properties")))).toEqual(["height"]);
    expect(inside(whole((await backend.call("GET", `/${at}/_doc/1`)).body), "_source")).toEqual({
      title: "Tea",
      size: { height: 2 },
    });
  });

  it("that the index has no analyzers for says the same in the list and in the review", async () => {
    const env = {};
    const at = "deploy-added";
    const { body: template } = await backend.call("GET", "/_template/default_template");
    await backend.call("DELETE", "/_template/default_template");
    await backend.call("PUT", `/${at}`, {});
    await backend.call("PUT", "/_template/default_template", first(template));
    await openScreen("schema/new", {
      backend,
      at,
      env,
      form: { intent: "add-to-schema", name: "more", type: "text", useCase: "searchaggs" },
    });
    const { data } = await openScreen<typeof schemaPage>("schema?show=changed", { backend, at, env });
    const draft = { inPlace: 0, reindex: 1, text: "Schema 1 · 1 needs a re-index" };
    expect([data?.schema?.rows[0]?.wish?.effect, data?.schema?.draft]).toMatchObject(["re-index", draft]);
    expect((await settingsAt("search", at, env)).draft).toMatchObject(draft);
    expect((await openScreen<typeof discardPage>("search/discard", { backend, at, env })).data?.draft.text).toBe(
      "Schema 1",
    );
    expect(await review(at, env)).toMatchObject({
      adds: [],
      changes: [{ field: "more", effect: "re-index" }],
      copy: { exclude: [] },
    });
    expect(await jobEnds(await deploy(at, env), at, env)).toBe("done");
    expect(
      inside(first((await backend.call("GET", `/${at}/_mapping`)).body), "mappings", "properties", "more", "type"),
    ).toBe("text");
  });
});

describe("a deploy of settings that a record lacked", () => {
  it("is undone to what is built in", async () => {
    const env = {};
    const at = "deploy-partial";
    await backend.call("PUT", `/.searchrelevancy/_doc/${at}?refresh=true`, {
      search: { dataField: ["title"], fieldWeights: ["1.0"] },
    });
    await openScreen("results", {
      backend,
      at,
      env,
      form: {
        intent: "save-draft",
        size: "33",
        includeFields: "*",
        excludeFields: "",
        highlightFields: "",
        highlightTag: "<mark>",
        fragmentSize: "100",
        fragments: "5",
      },
    });
    await deploy(at, env);
    const size = async () =>
      inside(whole((await backend.call("GET", `/_searchrelevancy/${at}`)).body), "results", "size");
    expect(await size()).toBe(33);
    const { data } = await openScreen<typeof changesPage>("/cluster/changes", { backend, env });
    await openScreen(`changes/${data?.rows[0]?.id}/undo`, { backend, at, env, form: { intent: "undo-change" } });
    expect(await size()).toBe(10);
  });
});
