import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as featuredPage } from "~/routes/search-relevance/suggestions/featured/edit";
import type { loader as previewPage } from "~/routes/search-relevance/suggestions/preview";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { documentAt } from "../../setup/document-at";
import { openScreen } from "../../setup/open-screen";

// Featured suggestions as one list, and search boxes that are chosen.

let backend: TestBackend;
const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "searchdeck-featured-")) };

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/shoes/_doc/1?refresh=true", { name: "Snow boot" });
});
afterAll(() => backend.close());

/** Saves the featured suggestions of a search box, as a browser does. */
async function save(box: string, sections: unknown[]) {
  const page = `suggestions/featured/${box}`;
  const opened = await openScreen<typeof featuredPage>(page, { backend, env });
  const version = opened.data?.editor.version ?? "";
  const form = { intent: "review-changes", text: JSON.stringify({ sections }), version };
  const kept = await openScreen(page, { backend, env, form });
  const review = (kept.response?.headers.get("Location") ?? "").replace("/cluster/", "");
  expect((await openScreen(review, { backend, env, form: { intent: "save-changes", version } })).flash).toBe(
    "Featured suggestions saved.",
  );
}

it("stand in one list, section by section, in the order that shoppers get", async () => {
  await save("front", [
    { id: "b", label: "Top", suggestions: [{ label: "Sale", url: "/sale" }, { label: "Boots" }] },
    { id: "a", label: "Help", suggestions: [{ label: "Returns", url: "/returns" }] },
  ]);
  const page = await documentAt({ backend, env, path: "/cluster/suggestions/featured/front" });
  const shown = [...page.querySelectorAll("#sections section li")].map(({ textContent }) => textContent ?? "");
  expect(shown).toEqual([
    expect.stringMatching(/^Sale \/sale/),
    expect.stringMatching(/^Boots a search/),
    expect.stringMatching(/^Returns \/returns/),
  ]);
  const { data } = await openScreen<typeof previewPage>("suggestions/preview?box=front&q=&index=shoes", {
    backend,
    env,
  });
  const given = data?.preview?.ok ? (data.preview.value.found ?? []) : [];
  expect(given.filter(({ kind }) => kind === "featured").map(({ label }) => label)).toEqual([
    "Sale",
    "Boots",
    "Returns",
  ]);
});

it("search boxes that are known are chosen by links, and an ID is typed where one is not among them", async () => {
  await save("side", [{ id: "a", label: "Help", suggestions: [{ label: "Returns", url: "/returns" }] }]);
  const links = async (path: string, within: string) => {
    const page = await documentAt({ backend, env, path });
    return [...page.querySelectorAll(`${within} a`)].map((link) => link.getAttribute("href"));
  };
  expect(await links("/cluster/suggestions/featured/front", 'nav[aria-label="Search boxes"]')).toEqual([
    "/cluster/suggestions/featured/side",
  ]);
  expect(await links("/cluster/suggestions/featured", "main table")).toEqual([
    "/cluster/suggestions/featured/side",
    "/cluster/suggestions/featured/front",
  ]);
  const page = await documentAt({ backend, env, path: "/cluster/suggestions/featured" });
  expect(page.querySelector("main details input[name=box]")).not.toBeNull();
});
