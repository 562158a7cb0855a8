import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader } from "~/routes/search-relevance/grade/evaluation";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { documentAt } from "../../setup/document-at";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["shoes", "hats"])
    await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { name: "Snow boot" });
  await backend.call("PUT", "/hats/_doc/2?refresh=true", { name: "Cap" });
  await backend.call("PUT", "/bare/_doc/1?refresh=true", { name: "Scarf" });
  await backend.call("PUT", "/_grade/shoes", { query: "Snow boot", docs: { 1: 3 } });
  await backend.call("PUT", "/_grade/hats", { query: "cap", docs: { 1: 0 } });
});
afterAll(() => backend.close());

describe("grade evaluation", () => {
  it("begins with an index that has grades, without a filter to take away, and adds to it", async () => {
    const { data } = await openScreen<typeof loader>("grade-evaluation", { backend });
    expect(data).toMatchObject({ indices: ["hats"], isAsked: false, names: ["bare", "hats", "shoes"] });
    expect(data?.metrics).toMatchObject({ ok: true, value: { terms: [{ term: "cap" }] } });
    const page = await documentAt({ backend, path: "/cluster/grade-evaluation" });
    expect(page.querySelector<HTMLInputElement>("main input[type=hidden][name=index]")?.value).toBe("hats");
    expect(page.querySelector("main [aria-label^='Remove the filter']")).toBeNull();
  });

  it.each([["where nothing is graded", "?index=bare", "bare"]])(
    "offers one way to the first grade %s",
    async (_, query, index) => {
      const page = await documentAt({ backend, path: `/cluster/grade-evaluation${query}` });
      const links = [...page.querySelectorAll('main a[href*="grade=on"]')];
      expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
        [`Grade results in ${index}`, `/app/${index}/search-preview?grade=on`],
      ]);
      expect(links[0]?.className).toContain("bg-accent ");
      // One sentence of what it shows, one of where grades come from.
      const prose = [...page.querySelectorAll("main p")].map(({ textContent: text }) => text?.trim());
      expect(prose).toEqual([
        expect.stringMatching(/^How good [^.]*\.$/),
        expect.stringMatching(/^Grade results from 0 to 3 [^.]*\.$/),
      ]);
    },
  );

  it("begins with the search that visitors make most", async () => {
    for (const query of ["scarf", "scarf", "shawl"])
      await backend.call("POST", "/bare/_reactivesearch.v3", {
        query: [{ id: "q", type: "search", dataField: ["name"], value: query }],
        settings: { recordAnalytics: true },
      });
    await expect
      .poll(async () => (await openScreen<typeof loader>("grade-evaluation?index=bare", { backend })).data?.first)
      .toEqual({ index: "bare", terms: ["scarf", "shawl"] });
  });

  it("shows a score for each term and index", async () => {
    const { data } = await openScreen<typeof loader>("grade-evaluation?index=shoes&index=hats", { backend });
    expect(data?.metrics).toMatchObject({ ok: true, value: { total: 2 } });
    expect(data?.metrics?.ok && data.metrics.value?.terms).toContainEqual({
      term: "snow boot",
      scores: expect.objectContaining({ shoes: 1 }) as unknown,
    });
  });

  it("compares five at most, and says so", async () => {
    const asked = ["a", "b", "c", "d", "e", "f"].map((name) => `index=${name}`).join("&");
    const { data } = await openScreen<typeof loader>(`grade-evaluation?${asked}`, { backend });
    expect(data).toMatchObject({ indices: ["a", "b", "c", "d", "e"], tooMany: true });
  });

  it("tells on a server without grades", async () => {
    const server = await playServer(
      searchServer({
        "/_user": { body: { username: "mira", is_admin: true } },
        "/_grade/metrics": { status: 405, body: "" },
      }),
    );
    const opened = await openScreen<typeof loader>("grade-evaluation?index=a", {
      backend: { url: server.url, username: "mira", password: "right" },
    });
    expect(opened.data?.metrics).toEqual({ ok: true, value: null });
  });
});
