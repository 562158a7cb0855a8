import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as historyPage } from "~/routes/search-relevance/tests/history";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import { relevanceTestsOn } from "./support/relevance-tests";

// Relevance tests over time, and grades that come from other tools and go there.

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const { create, list, run, undoLast } = relevanceTestsOn(() => backend);

it("keeps whole runs on what is live in the history, each beside the run before it", async () => {
  const seen = async () =>
    (await openScreen<typeof historyPage>("relevance-tests/history", { backend, at: "past" })).data;
  await backend.call("PUT", "/past/_doc/b1?refresh=true", { title: "Snow boot" });
  await backend.call("PUT", "/past/_doc/b2?refresh=true", { title: "Rain boot" });
  expect(await seen()).toMatchObject({ chart: null, list: { total: 0 } });
  await create("past", { label: "Snow", search: "snow", grades: "b1 = 3" });
  await create("past", { label: "Any", search: "rain", "expectations[0].kind": "notEmpty" });
  const before = await run("past");
  await backend.call("DELETE", "/past/_doc/b1?refresh=true");
  await run("past", `?after=${before?.at ?? 0}`);
  const history = await seen();
  expect(history?.list.rows).toMatchObject([
    {
      ...{ person: "admin", tests: 2, passed: 1, ndcg: 0, more: 0 },
      moved: [{ label: "Snow", before: 1, now: 0, passes: false, passed: true }],
    },
    { tests: 2, passed: 2, ndcg: 1, moved: [] },
  ]);
  expect(history?.chart?.legend.map(({ label }) => label)).toEqual(["Tests that pass", "Mean nDCG@10"]);
  expect(
    (await openScreen("relevance-tests/history", { backend, at: "past", as: { actions: ["develop"] } })).status,
  ).toBe(403);
});

describe("a judgment list", () => {
  const send = (tests: string, scale = "") =>
    openScreen("relevance-tests/import", {
      backend,
      at: "judged",
      form: { intent: "import-relevance-tests", tests, scale },
    });
  const file = async (as: string) =>
    (await openScreen(`/resources/judged/relevance-tests/file?as=${as}`, { backend })).response;

  it("becomes tests and grades, in one change with its undo, and goes out as it came", async () => {
    await backend.call("PUT", "/judged/_doc/1?refresh=true", { title: "snow" });
    await create("judged", { label: "Winter", grades: "b1 = 3" });
    const text = "query,docid,rating\nsnow,b1,5\nsnow,b2,10\nhats,h1,1\n";
    expect(await send(text)).toFlash(
      "1 test added, 1 graded again. Ratings of 0 to 10 were taken as grades of 0 to 3.",
    );
    const csv = await file("csv");
    expect(csv?.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const written = (await csv?.text()) ?? "";
    expect(written.trim().split("\n").toSorted()).toEqual([
      "hats,h1,0",
      "query,docid,rating",
      "snow,b1,2",
      "snow,b2,3",
    ]);
    expect(await send(written, "3")).toFlash("Nothing to import: all of it exists already.");
    expect(await send((await (await file("workbench"))?.text()) ?? "", "3")).toFlash(
      "Nothing to import: all of it exists already.",
    );
    await undoLast("judged");
    expect((await list("judged")).map(({ label }) => label)).toEqual(["Winter"]);
    expect(await send("query,docid,rating\nsnow,b1,4\n", "3")).toHaveFieldError("tests", /over 3/);
    expect(await send("query,docid\nsnow,b1\n")).toHaveFieldError("tests", /neither JSON nor CSV/);
  });
});
