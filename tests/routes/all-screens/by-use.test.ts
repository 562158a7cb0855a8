import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader as choosing } from "~/routes/_levels/chooser";
import type { loader as evaluating } from "~/routes/search-relevance/grade/evaluation";
import type { loader as going } from "~/routes/go/resource";
import type { loader as previewing } from "~/routes/search-relevance/suggestions/preview";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { type As, cookieOf, openScreen } from "../../setup/open-screen";

// Lists of indices begin with what is used: opened last in this browser, searched most, then the largest.

let backend: TestBackend;
const documents = { "a-small": 1, "b-large": 3, "c-empty": 0, "d-searched": 2 };

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [index, count] of Object.entries(documents)) {
    await backend.call("PUT", `/${index}`);
    for (let at = 0; at < count; at++)
      await backend.call("PUT", `/${index}/_doc/${at}?refresh=true`, { title: `Night ${at}` });
  }
});
afterAll(() => backend.close());

const reader: As = { actions: ["develop"] };
const environment = (name: string) => ({ SITE_NAME: name });

async function opened(
  name: string,
  { as = "admin", recent = [], query = "" }: { as?: As; recent?: string[]; query?: string } = {},
) {
  const env = environment(name);
  const cookie = `${await cookieOf({ backend, as, env })}; sd_prefs=${encodeURIComponent(JSON.stringify({ recent }))}`;
  const open = { backend, as, env, headers: { Cookie: cookie } };
  const chosen = await openScreen<typeof choosing>(`/cluster/browse${query}`, open);
  const gone = await openScreen<typeof going>("/resources/go?q=&only=indices", open);
  return {
    chooser: chosen.data?.rows.map((row) => row.name),
    palette: gone.data?.groups[0]?.entries.map(({ title }) => title),
    open,
  };
}

describe("lists of indices", () => {
  it("begin with the largest where nothing is known of their use, and the link by name stays", async () => {
    const { chooser, palette, open } = await opened("new");
    expect(chooser).toEqual(["b-large", "d-searched", "a-small", "c-empty"]);
    expect(palette).toEqual(chooser);
    expect((await opened("new", { query: "?sort=name" })).chooser).toEqual(Object.keys(documents));
    expect((await openScreen<typeof previewing>("suggestions/preview", open)).data?.index).toBe("b-large");
  });

  it("begin with those opened last in this browser; a select with one that has something to show", async () => {
    const { chooser, palette, open } = await opened("recent", { recent: ["c-empty", "a-small", "gone"] });
    expect(chooser).toEqual(["c-empty", "a-small", "b-large", "d-searched"]);
    expect(palette).toEqual(chooser);
    const preview = await openScreen<typeof previewing>("suggestions/preview", open);
    expect(preview.data).toMatchObject({ index: "a-small", names: Object.keys(documents) });
  });

  it("then with those whose results visitors open most, for who may read analytics", async () => {
    const { body } = await backend.call("POST", "/d-searched/_reactivesearch.v3", {
      query: [{ id: "q", type: "search", dataField: ["title"], value: "night" }],
      settings: { recordAnalytics: true },
    });
    const query_id = z.object({ settings: z.object({ queryId: z.string() }) }).parse(body).settings.queryId;
    await expect
      .poll(
        async () =>
          (await backend.call("PUT", "/d-searched/_analytics/click", { query_id, click_on: { 0: 1 } })).status,
        { timeout: 20_000 },
      )
      .toBe(200);
    let at = 0;
    await expect
      .poll(async () => (await opened(`searched-${(at += 1)}`)).chooser, { timeout: 20_000 })
      .toEqual(["d-searched", "b-large", "a-small", "c-empty"]);
    const { palette, open } = await opened("searched-1000");
    expect(palette?.[0]).toBe("d-searched");
    expect((await openScreen<typeof previewing>("suggestions/preview", open)).data?.index).toBe("d-searched");
    expect((await opened("without", { as: reader })).chooser?.[0]).toBe("b-large");
  });

  it("start grade evaluation with an index that has grades", async () => {
    const first = async (name: string) =>
      (await openScreen<typeof evaluating>("grade-evaluation", { backend, env: environment(name) })).data?.indices[0];
    expect(await first("ungraded")).toBe("d-searched");
    await backend.call("PUT", "/_grade/a-small", { query: "night", docs: { 0: 3 } });
    expect(await first("graded")).toBe("a-small");
  });
});
