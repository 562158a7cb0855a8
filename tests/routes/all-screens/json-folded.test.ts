import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { documentAt } from "../../setup/document-at";

// JSON stands folded behind a line of facts or under Advanced, and what two screens say of one thing is one sentence.

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "Heat", year: 1995 });
  await backend.call("PUT", "/_synonym/films", [{ type: "equivalent", synonym: "sofa,couch" }]);
  // The first page compiles the console.
  await at("/login");
}, 300_000);
afterAll(() => backend.close());

const at = (path: string) => documentAt({ backend, path });
const wordsOf = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

describe("JSON", () => {
  it("is folded on the page before a deletion, behind a line of what the thing holds", async () => {
    const page = await at("/app/films/browse/1/delete");
    const folded = page.querySelector("main details:has(pre)");
    expect([folded?.hasAttribute("open"), wordsOf(folded?.querySelector("summary"))]).toEqual([false, "Show as JSON"]);
    expect(wordsOf(folded?.parentElement)).toMatch(/title, year · \d+ B/);
  });

  it.each(["create-index", "templates/new", "templates/components/new"])("is under Advanced in %s", async (path) => {
    const page = await at(`/cluster/${path}`);
    const folded = page.querySelector("main form details:has(textarea[name=mappings])");
    expect([folded?.hasAttribute("open"), wordsOf(folded?.querySelector("summary"))]).toEqual([false, "Advanced"]);
  });
});

describe("two screens", () => {
  it.each(["/cluster/create-index", "/app/films/index-settings"])("say one thing of shards: %s", async (path) => {
    expect(wordsOf((await at(path)).querySelector("main"))).toContain(
      "One is enough for up to about 50 GB. Another number takes a re-index later.",
    );
  });

  it("say one thing of synonyms", async () => {
    const said = "Synonyms act on every searched field.";
    expect(wordsOf((await at("/app/films/synonyms")).querySelector("main"))).toContain(`all applied. ${said}`);
    await backend.call("PUT", "/_searchrelevancy/films", { search: { dataField: ["title"], fieldWeights: ["1.0"] } });
    const search = wordsOf((await at("/app/films/search")).querySelector("main"));
    expect(search).toContain(said);
    expect(search).not.toContain("Synonyms do not act");
  });
});

it("the list of shared links tells how one is made", async () => {
  const main = (await at("/cluster/shared-links")).querySelector("main");
  expect(wordsOf(main)).toContain("Use Share on any analytics page to create one.");
  expect(main?.querySelectorAll('a[href="/cluster/analytics"]')).not.toHaveLength(0);
});
