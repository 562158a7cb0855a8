import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { documentAt } from "../../setup/document-at";

let backend: TestBackend;
const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "searchdeck-")) };

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/one-bar", { mappings: { properties: { title: { type: "text" } } } });
  // Published elsewhere, so that the index has not been re-indexed for it.
  await backend.call("PUT", "/_searchrelevancy/one-bar", {
    language: { language: "french" },
    results: { size: 20 },
  });
  const lists = { includeFields: "*", excludeFields: "", highlightFields: "" };
  const kept = { size: "30", ...lists, highlightTag: "<mark>", fragmentSize: "100", fragments: "5" };
  await documentAt({ backend, env, path: "/app/one-bar/results", form: { intent: "save-draft", ...kept } });
}, 300_000);
afterAll(() => backend.close());

const texts = (elements: Iterable<Element>) => [...elements].map((element) => element.textContent?.trim());

it.each(["languages", "search", "aggs", "results"])(
  "%s has one bar, with the draft beside its button",
  async (screen) => {
    const page = await documentAt({ backend, env, path: `/app/one-bar/${screen}` });
    expect(page.querySelector(".draft-bar")).toBeNull();
    const bars = page.querySelectorAll(".button-bar.sticky");
    expect(bars).toHaveLength(1);
    expect(texts(bars[0]?.querySelectorAll("button, a") ?? [])).toEqual([
      "Save draft",
      "Discard…",
      "Compare",
      "Review",
    ]);
    expect(bars[0]?.querySelector("[aria-label=Draft]")?.textContent).toContain("1 pending change");
    expect(texts(page.querySelectorAll("main .bg-accent"))).toEqual(["Save draft"]);
  },
);

it("re-indexing is no primary button beside that of the page", async () => {
  const settings = await documentAt({ backend, env, path: "/app/one-bar/languages" });
  expect(texts(settings.querySelectorAll("button"))).toContain("Re-index…");
  const schema = await documentAt({ backend, env, path: "/app/one-bar/schema" });
  expect(texts(schema.querySelectorAll("button"))).toContain("Re-index…");
  expect(texts(schema.querySelectorAll("main .bg-accent"))).toEqual(["Add field"]);
  // It has no form of the draft: there the draft has its own bar.
  expect(schema.querySelectorAll(".draft-bar")).toHaveLength(1);
});
