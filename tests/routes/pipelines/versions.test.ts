import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as comparison } from "~/routes/pipelines/versions/compare";
import type { loader as versions } from "~/routes/pipelines/versions/versions";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

const textOf = (more = "") => `id: shoes
description: Shoe search
routes:
  - path: /shoes/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
stages:
  - use: authorization
  - id: tidy
    scriptRef: tidy.js
${more}`;
const sent = (more = "", script = "function handleRequest() { return {}; }") => ({
  content: textOf(more),
  extension: "yaml",
  scripts: { "tidy.js": { content: script, extension: "js" } },
});

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("POST", "/_pipeline", sent());
  await backend.call("POST", "/_pipeline/shoes/version", {
    ...sent("  - use: reactivesearchQuery\n", "function handleRequest() { return { tidied: true }; }"),
    versionDescription: "It searches",
  });
  await backend.call("POST", "/shoes/_reactivesearch", { query: [] });
});
afterAll(() => backend.close());

describe("the versions of a pipeline", () => {
  it("are listed, the newest first, with what is said of them and how they went", async () => {
    const open = () => openScreen<typeof versions>("pipelines/shoes/versions", { backend });
    // A run is counted a moment after it has answered.
    await expect.poll(async () => (await open()).data?.list.rows[1]?.usage?.count, { timeout: 10_000 }).toBe(1);
    const opened = await open();
    expect(opened).toOpen();
    expect(opened.data?.list).toMatchObject({ total: 2, live: 1 });
    expect(opened.data?.list.rows.map(({ number, live, usage }) => [number, live, usage?.count ?? null])).toEqual([
      [2, false, null],
      [1, true, 1],
    ]);
    expect(opened.data?.list.rows[0]).toMatchObject({ author: "admin", description: "It searches" });
    expect(JSON.stringify(opened.data?.list)).not.toContain("tidy.js");
  });

  it("are 404 of a pipeline that does not exist, and for who may see pipelines", async () => {
    expect((await openScreen("pipelines/boots/versions", { backend })).status).toBe(404);
    expect(await openScreen("pipelines/shoes/versions", { backend, as: { actions: ["analytics"] } })).toRequire(
      "Pipelines",
    );
  });

  it("are compared by file: the live one with the newest, or any two", async () => {
    const opened = await openScreen<typeof comparison>("pipelines/shoes/versions/compare", { backend });
    expect(opened.data).toMatchObject({ a: { number: 1, live: true }, b: { number: 2, live: false } });
    expect(opened.data?.changes.rows.filter(({ kind }) => kind === "changed")).toEqual([
      { kind: "changed", before: undefined, after: "Description: It searches" },
      { kind: "changed", before: undefined, after: "" },
      { kind: "changed", before: undefined, after: "  - use: reactivesearchQuery" },
      {
        kind: "changed",
        before: "function handleRequest() { return {}; }",
        after: "function handleRequest() { return { tidied: true }; }",
      },
    ]);
    const same = await openScreen<typeof comparison>("pipelines/shoes/versions/compare?a=2&b=2", { backend });
    expect(same.data?.changes.rows.some(({ kind }) => kind === "changed")).toBe(false);
    expect((await openScreen("pipelines/shoes/versions/compare?a=1&b=9", { backend })).status).toBe(404);
  });
});
