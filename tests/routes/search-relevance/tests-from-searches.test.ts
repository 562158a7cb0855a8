import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as listPage } from "~/routes/search-relevance/tests/list";
import type { loader } from "~/routes/search-relevance/tests/searches";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
const at = "shoes";
beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of [at, "quiet"]) await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Snow boot" });
  const searches: [string, number, number][] = [
    ["snow", 1, 4],
    ["<b>boot</b>", 1, 3],
    ["sandal", 0, 2],
    ["sock", 0, 1],
  ];
  for (const [query, hits, times] of searches)
    for (let n = 0; n < times; n += 1)
      await backend.call("PUT", `/${at}/_analytics/search`, { query, user_id: `u${n}`, total_hits: hits });
  await backend.call("POST", "/.analytics/_refresh");
});
afterAll(() => backend.close());

type As = Parameters<typeof openScreen>[1]["as"];
const open = async (query = "", index = at, as: As = "admin") =>
  (await openScreen<typeof loader>(`relevance-tests/searches${query}`, { backend, at: index, as })).data?.drawn;
const queriesOf = (drawn: Awaited<ReturnType<typeof open>>) =>
  drawn?.state === "drawn" ? drawn.parts.map((one) => one.drawn.map(({ query }) => query)) : drawn?.state;
const save = (query: string) =>
  openScreen("relevance-tests/searches", { backend, at, form: { intent: "tests-from-searches", query } });

describe("tests from searches", () => {
  it("draws head, middle and tail, with and without results", async () => {
    expect(queriesOf(await open())).toEqual([["snow"], ["<b>boot</b>"], ["sandal", "sock"]]);
    expect(queriesOf(await open("?results=with"))).toEqual([["snow"], ["<b>boot</b>"], []]);
    expect(queriesOf(await open("?results=without"))).toEqual([["sandal"], [], ["sock"]]);
    expect(await open()).toMatchObject({
      parts: [{ drawn: [{ count: 4, share: 0.4, nothing: 0, exists: false }] }, {}, {}],
    });
  });

  it("draws nothing where nobody searched", async () => {
    expect(queriesOf(await open("", "quiet"))).toEqual([[], [], []]);
  });

  it("saves a ticked query once, and shows that it exists", async () => {
    expect(await save("<b>boot</b>")).toFlash(/^1 test added\.$/);
    expect(await save("<b>boot</b>")).toFlash("No tests were saved: all of these queries have one already.");
    const { data } = await openScreen<typeof listPage>("relevance-tests", { backend, at });
    expect(data?.list.rows.map(({ label }) => label)).toEqual(["<b>boot</b>"]);
    expect(await open()).toMatchObject({ parts: [{}, { drawn: [{ exists: true }] }, {}] });
  });

  it("keeps one of two saves of the same query at the same moment", async () => {
    await Promise.all([save("sock"), save("sock")]);
    const { data } = await openScreen<typeof listPage>("relevance-tests", { backend, at });
    expect(data?.list.rows.filter(({ label }) => label === "sock")).toHaveLength(1);
  });

  it("draws nothing for whoever has no right to analytics", async () => {
    const as = { actions: ["search-relevancy"], indices: [at] };
    expect(await open("", at, as)).toEqual({ state: "no-right" });
  });

  it("refuses to save nothing, and a query that no label can hold", async () => {
    expect((await save("")).status).toBe(400);
    expect((await save("x".repeat(201))).status).toBe(400);
  });
});
