import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as deletePage } from "~/routes/search-relevance/tests/delete";
import type { loader as newPage } from "~/routes/search-relevance/tests/new";
import type { loader as runPage } from "~/routes/search-relevance/tests/run";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as testPage } from "~/routes/search-relevance/tests/test";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import { first, relevanceTestsOn, testForm } from "./support/relevance-tests";

let backend: TestBackend;
const indices = ["made", "both-save", "ran", "found", "carried", "drafted", "ruled", "walled"];

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of indices)
    for (const [id, title] of ["Snow boot", "Rain boot", "Sandal"].entries())
      await backend.call("PUT", `/${index}/_doc/b${id + 1}?refresh=true`, { title });
});
afterAll(() => backend.close());

const { create, list, idOf, run, undoLast } = relevanceTestsOn(() => backend);
const locationOf = ({ response }: { response: Response | undefined }) =>
  (response?.headers.get("Location") ?? "").split("#")[0] ?? "";

describe("a relevance test", () => {
  it("is made, changed, cloned, deleted and brought back", async () => {
    const made = await create("made");
    expect(made).toRedirectTo("/app/made/relevance-tests");
    expect(made).toFlash(/^Relevance test snow saved\.$/);
    expect(await list("made")).toMatchObject([
      { label: "snow", search: null, expected: ["Snow boot comes first"], last: null, person: "admin" },
    ]);
    const id = await idOf("made", "snow");
    const { data } = await openScreen<typeof testPage>(`relevance-tests/${id}`, { backend, at: "made" });
    expect(data?.values).toMatchObject({
      label: "snow",
      search: "snow",
      version: "1",
      expectations: [{ kind: "within", document: "b1", places: "1" }],
    });

    const changed = testForm({
      ...first("b9", "3"),
      label: "Snow first",
      version: "1",
      grades: "b1 = 3\nb3 = 0",
      "expectations[1].kind": "ndcg",
      "expectations[1].least": "0.9",
    });
    expect(await openScreen(`relevance-tests/${id}`, { backend, at: "made", form: changed })).toFlash(
      "Relevance test Snow first saved. Not in made: b9.",
    );
    expect(await list("made")).toMatchObject([
      { label: "Snow first", search: "snow", expected: ["b9 is in the first 3", "nDCG@10 is at least 0.9"] },
    ]);
    const clone = await openScreen<typeof newPage>(`relevance-tests/new?from=${id}`, { backend, at: "made" });
    expect(clone.data?.values).toMatchObject({ label: "Snow first copy", version: "0", grades: "b1 = 3\nb3 = 0" });

    expect(await undoLast("made")).toRedirectTo("/app/made/relevance-tests");
    expect(await list("made")).toMatchObject([{ label: "snow", expected: ["Snow boot comes first"] }]);
    const page = await openScreen<typeof deletePage>(`relevance-tests/${id}/delete`, { backend, at: "made" });
    expect(page.data).toMatchObject({ label: "snow", version: 3, expected: ["Snow boot comes first"] });
    const remove = (version: number) =>
      openScreen(`relevance-tests/${id}/delete`, {
        backend,
        at: "made",
        form: { intent: "delete-relevance-test", version: String(version) },
      });
    const late = await remove(1);
    expect([late.status, late.errors[""]?.join(" ")]).toEqual([
      409,
      expect.stringContaining("admin changed it in the meantime"),
    ]);
    expect(await remove(3)).toFlash("Relevance test snow deleted.");
    // In another tab.
    expect((await remove(3)).status).toBe(404);
    expect((await openScreen(`relevance-tests/${id}`, { backend, at: "made" })).status).toBe(404);
    await undoLast("made");
    expect(await list("made")).toMatchObject([{ id, label: "snow" }]);
  });

  it.each<[string, Record<string, string>, field: string, RegExp]>([
    ["no search", { search: "" }, "search", /what is searched/],
    ["no document", first(""), "expectations[0].document", /Choose a document, or enter its ID/],
    ["a place out of bounds", first("b1", "0"), "expectations[0].places", /1 to 100/],
    [
      "one document above itself",
      { "expectations[0].kind": "above", "expectations[0].other": "b1" },
      "expectations[0].other",
      /another document/,
    ],
    ["a measure without grades", { "expectations[0].kind": "ndcg", "expectations[0].least": "1" }, "grades", /above 0/],
    [
      "a share out of bounds",
      { "expectations[0].kind": "precision", "expectations[0].least": "2", grades: "b1=1" },
      "expectations[0].least",
      /0 to 1/,
    ],
    ["a grade out of bounds", { grades: "b1 = 7" }, "grades", /0 to 3/],
    ["a request that is no JSON", { request: "{" }, "request", /Not valid JSON/],
    ["a request without a result", { request: "{}", label: "x" }, "request", /no query with the id result/],
  ])("is not saved with %s", async (_, more, field, said) => {
    expect(await create("made", more)).toHaveFieldError(field, said);
  });

  it("is not written over what somebody else saved or deleted meanwhile", async () => {
    await create("both-save");
    const id = await idOf("both-save", "snow");
    const save = (label: string, version: string) =>
      openScreen(`relevance-tests/${id}`, {
        backend,
        at: "both-save",
        form: testForm({ ...first("b1"), label, version }),
      });
    expect((await save("Mine", "1")).flash).toContain("saved");
    const second = await save("Yours", "1");
    expect(second.status).toBe(409);
    expect(second.errors[""]?.[0]).toBe(
      "Not saved: admin changed this test in the meantime. It is now called Mine and expects: Snow boot comes first. Save again to replace that.",
    );
    expect((await save("Yours", "2")).flash).toContain("saved");
    await openScreen(`relevance-tests/${id}/delete`, {
      backend,
      at: "both-save",
      form: { intent: "delete-relevance-test", version: "3" },
    });
    expect((await save("Again", "3")).errors[""]?.[0]).toContain("was deleted in the meantime");
    expect((await save("Again", "0")).flash).toContain("saved");
  });

  it("finds documents, takes them and their grades over, and saves nothing by that", async () => {
    await backend.call("PUT", "/_grade/found", { query: "snow", docs: { b1: 3, b2: 1 } });
    const press = (then: string, more: Record<string, string> = {}) =>
      create("found", { then, find: "boot", ...first(""), ...more });
    const found = await openScreen<typeof newPage>(locationOf(await press("find", { label: "Kept" })), { backend });
    expect(found.data?.found).toMatchObject({ ok: true, value: [{ id: "b1", title: "Snow boot" }, { id: "b2" }] });
    expect(found.data?.values).toMatchObject({ label: "Kept", search: "snow" });
    const taken = await openScreen<typeof newPage>(locationOf(await press("within:b2")), { backend });
    expect(taken.data?.values.expectations).toMatchObject([{ kind: "within", document: "b2", places: "1" }]);
    expect(taken.data?.names).toMatchObject({ b2: "Rain boot" });
    const graded = await openScreen<typeof newPage>(locationOf(await press("grade:3:b:2", { grades: "b1 = 0" })), {
      backend,
    });
    expect(graded.data?.values.grades).toBe("b1 = 0\nb:2 = 3");
    const saved = await openScreen<typeof newPage>(locationOf(await press("grades")), { backend });
    expect(saved.data?.values.grades).toBe("b1 = 3\nb2 = 1");
    expect(await list("found")).toEqual([]);
    const linked = await openScreen<typeof newPage>("relevance-tests/new?value=rain&document=b2&document=b1", {
      backend,
      at: "found",
    });
    expect(linked.data?.values).toMatchObject({
      search: "rain",
      expectations: [{ document: "b2" }, { document: "b1" }],
    });
    expect(
      (await openScreen<typeof newPage>("relevance-tests/new?draft=gone", { backend, at: "found" })).data?.lost,
    ).toBe(true);
  });
});

describe("running", () => {
  it("holds all tests against what is live, and notes what became of them", async () => {
    await create("ran");
    await create("ran", { search: "rain", ...first("b1") });
    await create("ran", {
      label: "Refused",
      request: '{"query":[{"id":"result","type":"neither","dataField":["title"],"value":"x"}]}',
    });
    const all = await run("ran");
    expect(all).toMatchObject({ state: "over", all: 3, live: 1, draft: null, worse: 0, hasDraft: false });
    expect(all?.rows.map(({ label, expected, outcome, live }) => [label, expected, outcome, live.text])).toEqual([
      ["rain", "Snow boot comes first", "fails", "not found"],
      ["Refused", "Snow boot comes first", "fails", expect.stringMatching(/type|neither/i)],
      ["snow", "Snow boot comes first", "passes", "1"],
    ]);
    expect((await run("ran", "?only=failing"))?.rows).toHaveLength(2);
    // The kept run, until somebody wants a later one.
    expect((await run("ran"))?.at).toBe(all?.at);
    expect((await run("ran", `?after=${all?.at ?? 0}`))?.at).toBeGreaterThan(all?.at ?? 0);
    expect((await list("ran")).map(({ label, last }) => [label, last?.live])).toEqual([
      ["rain", false],
      ["Refused", false],
      ["snow", true],
    ]);
  });

  it("is answered by address, as JSON and as JUnit reads it", async () => {
    const at = (file: string) => openScreen(`/resources/ran/relevance-tests/${file}`, { backend });
    const json = await at("run.json");
    expect(json.status).toBe(200);
    expect(JSON.parse((await json.response?.text()) ?? "")).toMatchObject({
      index: "ran",
      on: "live",
      tests: 3,
      passed: 1,
      failed: 2,
      runs: [
        {
          label: "rain",
          passed: false,
          expectations: [{ expected: "Snow boot comes first", met: false, reading: null }],
        },
        { error: expect.stringMatching(/type|neither/i) },
        {},
      ],
    });
    expect((await at("run.json?fail=1")).status).toBe(424);
    expect((await at("run.json?on=draft")).status).toBe(409);
    const xml = await (await at("run.xml")).response?.text();
    expect(xml).toContain('<testsuites tests="3" failures="2">');
    const foreign = await openScreen("/resources/ran/relevance-tests/run.json", {
      backend,
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
    expect((await openScreen("/resources/none/relevance-tests/run.json", { backend })).status).toBe(404);
  });

  it("holds them against the draft of whoever asks as well", async () => {
    await create("drafted", { label: "Words", search: "rain boot", ...first("b2") });
    await create("drafted", { label: "All", search: "boot sandal", "expectations[0].kind": "notEmpty" });
    const search = {
      intent: "save-draft",
      queryType: "default",
      queryFormat: "and",
      fuzziness: "0",
      distinctField: "",
      synonyms: "on",
      enableNgram: "on",
    };
    const kept = await openScreen("search", { backend, at: "drafted", form: search });
    expect(kept.errors).toEqual({});
    const both = await run("drafted");
    expect(both?.rows.map(({ label, outcome, live, draft }) => [label, outcome, live.text, draft?.text])).toEqual([
      ["All", "worse", "3 results", "no results"],
      ["Words", "same", "1", "1"],
    ]);
    expect(both).toMatchObject({ tests: 2, live: 2, draft: 1, worse: 1, hasDraft: true });
    expect((await run("drafted", "?only=worse"))?.rows).toHaveLength(1);
    expect((await list("drafted")).map(({ last }) => last)).toMatchObject([{ live: true, draft: false }, { live: true, draft: true }]); // prettier-ignore
    const review = await openScreen<typeof reviewPage>("search/review", { backend, at: "drafted" });
    expect(review.data).toMatchObject({
      tests: { tests: 2, draft: 1, live: 2, worse: 1, rows: [{ label: "All", outcome: "worse" }] },
    });
    const answer = await openScreen("/resources/drafted/relevance-tests/run.json?on=draft&fail=1", { backend });
    expect(answer.status).toBe(424);
    expect(JSON.parse((await answer.response?.text()) ?? "")).toMatchObject({ on: "draft", passed: 1 });
  });

  it("holds them against the rules that wait in the draft", async () => {
    await create("ruled", { label: "Boots", search: "boot", ...first("b2", "3") });
    const rule = { intent: "take-rule", then: "to-draft", name: "No rain", enabled: "on", trigger: "filter" };
    const what = { indices: "ruled", operator: "==", query: "boot", description: "", version: "" };
    const does = { "hide[0]": "b2", cards: "hide_result" };
    expect((await openScreen("/cluster/rules/new", { backend, form: { ...rule, ...what, ...does } })).errors).toEqual(
      {},
    );
    expect(await run("ruled")).toMatchObject({ live: 1, draft: 0, worse: 1, hasDraft: true, untried: [] });
    const review = await openScreen<typeof reviewPage>("search/review", { backend, at: "ruled" });
    expect(review.data).toMatchObject({ tests: { live: 1, draft: 0, rows: [{ label: "Boots", outcome: "worse" }] } });
  });

  it("runs on nothing that a link of another site leads to", async () => {
    const opened = await openScreen<typeof runPage>("relevance-tests/run", {
      backend,
      at: "ran",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(opened.data?.run).toBeNull();
  });
});

describe("tests as a file", () => {
  it("are exported, imported, and imported again without a change", async () => {
    await create("carried", { label: "Boots", grades: "b1 = 3", "expectations[1].kind": "notEmpty" });
    const file = await (await openScreen("/resources/carried/relevance-tests/file", { backend })).response?.text();
    expect(JSON.parse(file ?? "")).toMatchObject({
      index: "carried",
      tests: [{ label: "Boots", search: "snow", grades: { b1: 3 } }],
    });
    const take = (tests: string) =>
      openScreen("relevance-tests/import", {
        backend,
        at: "carried",
        form: { intent: "import-relevance-tests", tests },
      });
    expect(await take(file ?? "")).toFlash("Nothing to import: all of it exists already.");
    const [boots] = (JSON.parse(file ?? "") as { tests: object[] }).tests;
    const more = [
      { ...boots, expectations: [{ kind: "notEmpty" }] },
      { ...boots, label: "More" },
    ];
    expect(await take(JSON.stringify(more))).toFlash("1 test added, 1 replaced.");
    expect((await list("carried")).map(({ label, expected }) => [label, expected.length])).toEqual([["Boots", 1], ["More", 2]]); // prettier-ignore
    await undoLast("carried");
    expect((await list("carried")).map(({ label, expected }) => [label, expected.length])).toEqual([["Boots", 2]]);
    for (const [tests, said] of [
      ["[", /Not valid JSON/],
      ["{}", /no list called tests/],
      ['[{"label":"a"}]', /Test 1/],
      [JSON.stringify([boots, boots]), /twice/],
    ] as const)
      expect(await take(tests)).toHaveFieldError("tests", said);
  });
});

describe("rights", () => {
  const tester = { actions: ["search-relevancy"], indices: ["walled"] };
  it("are those of relevance settings, for the indices that somebody may use", async () => {
    expect(await create("walled", {}, tester)).toFlash(/saved/);
    const refused = { thrown: { init: { status: 403 } } };
    expect(await openScreen("relevance-tests", { backend, at: "made", as: tester })).toMatchObject(refused);
    expect((await create("made", {}, tester)).status).toBe(403);
    expect(await openScreen("/resources/made/relevance-tests/run.json", { backend, as: tester })).toMatchObject(
      refused,
    );
    expect(await openScreen("relevance-tests", { backend, at: "made", as: { actions: ["develop"] } })).toRequire(
      "Search relevancy",
    );
    expect((await openScreen("relevance-tests", { backend, at: "no-such-index" })).status).toBe(404);
  });
});
