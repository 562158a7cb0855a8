import type { JsonObject } from "@common/text/json";
import { filledRequest, recordOfDraft } from "~/services/search-relevance/filled-request.server";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ndcg, precision, reciprocalRank } from "@common/search-relevance/ranking";
import { afterAll, describe, expect, test } from "vitest";
import type { BackendClient } from "~/services/platform/http/client.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { openStore } from "~/services/platform/store/database.server";
import { type Check, changeOf, checkTest, type Found, placesNeeded } from "./check";
import { type Expectation, ExpectationSchema, RelevanceTestSchema, requestFor } from "./records.server";
import { type RanTest, rowsOf, summaryOf } from "./runs/rows";
import { runTests } from "./runs/run-all.server";
import { requestOf, runRelevanceTest } from "./runs/run.server";
import { junitOf, readingOf, sentenceOf } from "./report";
import {
  changeRelevanceTests,
  getRelevanceTest,
  listRelevanceTests,
  MOST_TESTS,
  newTestId,
  noteResults,
  type StoredTest,
} from "./store.server";

const GRADES = { a: 3, b: 2, c: 1, d: 0 };

// By hand: gains 7, 3, 1, 0; divided by log2 of the place and one: 1, 1.58496, 2, 2.32193, 2.58496. The best order: 7 +
// 3/1.58496 + 1/2 = 9.39279.
describe.each<[results: string, places: number, figures: [ndcg: number, precision: number, reciprocalRank: number]]>([
  ["abcd", 10, [1, 0.3, 1]],
  ["abcd", 3, [1, 1, 1]],
  ["abcd", 1, [1, 1, 1]],
  // (1 + 3/1.58496 + 7/2) / 9.39279
  ["cba", 3, [0.680606, 1, 1]],
  // Only a counts in the best order too: 3/7.
  ["bac", 1, [0.428571, 1, 1]],
  // (7/2) / 9.39279
  ["xya", 3, [0.372626, 1 / 3, 1 / 3]],
  // (7/2.58496) / 9.39279
  ["xydxa", 5, [0.288303, 0.2, 0.2]],
  ["xyzxa", 4, [0, 0, 0]],
  ["dxy", 3, [0, 0, 0]],
  ["", 10, [0, 0, 0]],
])("%j within %i", (results, places, [gain, share, first]) => {
  const ranked = { results: [...results], grades: new Map(Object.entries(GRADES)), places };
  test("nDCG", () => expect(ndcg(ranked)).toBeCloseTo(gain, 6));
  test("precision", () => expect(precision(ranked)).toBeCloseTo(share, 6));
  test("reciprocal rank", () => expect(reciprocalRank(ranked)).toBeCloseTo(first, 6));
});

test("where no good answer is known nDCG is 0", () => {
  expect(ndcg({ results: ["d"], grades: new Map([["d", 0]]), places: 10 })).toBe(0);
});

const foundOf = (ids: string): Found => ({ ids: [...ids], total: ids.length });
const checkOf = (expectation: Expectation, ids: string): Check =>
  checkTest({ expectations: [expectation], grades: GRADES }, foundOf(ids))[0]!;
const within = (places: number): Expectation => ({ kind: "within", document: "a", places });
const above: Expectation = { kind: "above", document: "a", other: "b" };
const measure = (least: number): Expectation => ({ kind: "measure", measure: "reciprocalRank", places: 10, least });

test.each<[Expectation, string, met: boolean, reading: number | null]>([
  [within(3), "xya", true, 3],
  [within(3), "xyza", false, 4],
  [within(3), "xyz", false, null],
  [within(1), "a", true, 1],
  [{ kind: "notEmpty" }, "x", true, 1],
  [{ kind: "notEmpty" }, "", false, 0],
  [above, "xab", true, 2],
  [above, "bxa", false, 3],
  [above, "xa", true, 2],
  [above, "b", false, null],
  [above, "", false, null],
  [measure(0.5), "xa", true, 0.5],
  [measure(0.51), "xa", false, 0.5],
])("%j in %j", (expectation, ids, met, reading) =>
  expect(checkOf(expectation, ids)).toMatchObject({ expectation, met, reading }),
);

test.each<[Expectation, before: string, after: string, ReturnType<typeof changeOf>]>([
  [within(3), "a", "xyza", "worse"],
  [within(3), "xyza", "a", "better"],
  [within(3), "xa", "xya", "worse"],
  [within(3), "xa", "a", "better"],
  [within(3), "xyza", "xyz", "worse"],
  [within(3), "xyz", "xyz", "same"],
  [within(3), "xa", "ya", "same"],
  [{ kind: "notEmpty" }, "xy", "x", "same"],
  [{ kind: "notEmpty" }, "x", "", "worse"],
  [above, "xab", "axb", "better"],
  [measure(0.1), "a", "xa", "worse"],
  [measure(0.1), "xa", "a", "better"],
])("%j from %j to %j", (expectation, before, after, change) => {
  expect(changeOf(checkOf(expectation, before), checkOf(expectation, after))).toBe(change);
});

test("a search gives as many results as the furthest expectation needs, ten at least", () => {
  expect([
    placesNeeded({ expectations: [within(3)] }),
    placesNeeded({ expectations: [within(25), measure(1)] }),
  ]).toEqual([10, 25]);
});

test.each<[object, boolean]>([
  [within(3), true],
  [{ ...within(3), places: 0 }, false],
  [{ ...within(3), places: 101 }, false],
  [{ kind: "within", document: "", places: 1 }, false],
  [{ ...above, other: "a" }, false],
  [measure(1.1), false],
  [{ kind: "later" }, false],
])("the expectation %j is taken: %s", (expectation, taken) =>
  expect(ExpectationSchema.safeParse(expectation).success).toBe(taken),
);

test("a test has a name, a request and something to expect", () => {
  const whole = { label: " Boots ", request: { query: [{ id: "result", value: "boot" }] }, expectations: [within(1)] };
  expect(RelevanceTestSchema.parse(whole)).toEqual({ ...whole, label: "Boots", grades: {}, names: {} });
  for (const wrong of [
    { label: " " },
    { request: [] },
    { request: { query: [{ id: "a" }] } },
    { expectations: [] },
    { grades: { a: 4 } },
  ])
    expect(RelevanceTestSchema.safeParse({ ...whole, ...wrong }).success).toBe(false);
});

describe("running", () => {
  const content = RelevanceTestSchema.parse({
    label: "boots",
    request: { query: [{ id: "words", execute: false }, { id: "result", size: 3, from: 3 }], settings: { emptyQuery: true } }, // prettier-ignore
    expectations: [within(25), { kind: "notEmpty" }],
  });
  const hits = { total: { value: 7, relation: "eq" }, hits: [{ _id: "x" }, { _id: "a" }] };
  const http = (answer: () => object) => ({
    http: { call: () => Promise.resolve().then(answer) } as unknown as BackendClient,
  });

  test("asks from the first result on for as many as are needed, and is not recorded", () => {
    expect(requestOf(content)).toEqual({
      query: [{ id: "words", execute: false }, { id: "result", size: 25, from: 0 }], // prettier-ignore
      settings: { emptyQuery: true, recordAnalytics: false },
    });
  });

  test("holds what was found against the expectations", async () => {
    const { checks, error } = await runRelevanceTest(http(() => ({ result: { hits } })), { index: "shoes", test: content }); // prettier-ignore
    expect([checks.map(({ met, reading }) => [met, reading]), error]).toEqual([[[true, 2], [true, 7]], undefined]); // prettier-ignore
  });

  test("tells of a search that fails", async () => {
    const refused = await runRelevanceTest(http(() => ({ result: { error: { reason: "no such index" } } })), { index: "shoes", test: content }); // prettier-ignore
    expect(refused).toMatchObject({ label: "boots", checks: [], error: "no such index" });
    const failure = {
      kind: "status",
      status: 400,
      method: "POST",
      path: "/x",
      requestId: "",
      detail: "No such setting.",
    } as const;
    const broken = await runRelevanceTest(http(() => { throw new BackendError({ failure }); }), { index: "shoes", test: content }); // prettier-ignore
    expect(broken).toMatchObject({ checks: [] });
    expect(broken.error).toContain("No such setting.");
  });
});

describe("running all of an index", () => {
  const tests = Array.from({ length: 20 }, (_, at) => ({
    ...RelevanceTestSchema.parse({ label: `Test ${at}`, request: requestFor("boot"), expectations: [within(1)] }),
    ...{ id: `t${at}`, version: 1, person: "ann", changed: 1, last: null },
  }));
  const away = new BackendError({
    failure: { kind: "unreachable", status: 502, method: "POST", path: "/x", requestId: "" },
  });
  function runWith(answer: (call: number) => object, more: object = {}) {
    const asked: unknown[] = [];
    const ran: RanTest[] = [];
    const call = ({ path, json }: { path: string; json?: unknown }) =>
      Promise.resolve().then(() =>
        path.includes("_reactivesearch")
          ? answer(asked.push(json))
          : { shoes: { mappings: { properties: { title: { type: "text" } } } } },
      );
    const http = { call } as unknown as BackendClient;
    const runs = {
      http,
      index: "shoes",
      tests,
      settings: null,
      draft: undefined,
      onTest: (one: RanTest) => void ran.push(one),
      ...more,
    };
    return runTests(runs).then((state) => ({ state, ran, asked }));
  }
  const found = { result: { hits: { total: 1, hits: [{ _id: "a" }] } } };

  test("ends where nobody answers any more, with what was run", async () => {
    const { state, ran } = await runWith((call) => { if (call > 8) throw away; return found; }); // prettier-ignore
    expect(state).toBe("away");
    expect(ran.filter(({ live }) => live.checks.length > 0)).toHaveLength(8);
    expect(ran.length).toBeLessThan(18);
  });

  test("ends when its time is over", async () => {
    expect(await runWith(() => found, { timeLimit: -1 })).toMatchObject({ state: "late", ran: [] });
  });

  test("goes on over a search that is refused, and looks in the text fields where nothing names any", async () => {
    const { state, ran, asked } = await runWith((call) =>
      call === 3 ? { result: { error: { reason: "no such field" } } } : found,
    );
    expect([state, ran.length, ran.filter(({ live }) => live.error === "no such field").length]).toEqual([
      "over",
      20,
      1,
    ]);
    expect(asked[0]).toMatchObject({ query: [{ id: "result", value: "boot", dataField: ["title"] }] });
  });

  test("leaves the fields to the settings that name some, and fills them in for the draft", async () => {
    const record = { search: { dataField: ["name"], fieldWeights: ["1"] } };
    const values = { "search.queryFormat": "and" };
    const tried = (request: JsonObject) => filledRequest({ request, record: recordOfDraft({ record }, { values }) });
    const draft = { values, tried };
    const { asked } = await runWith(() => found, {
      settings: { record, saved: true, version: "1" },
      draft,
      tests: tests.slice(0, 1),
    });
    expect(asked).toMatchObject([
      { query: [{ id: "result", value: "boot", size: 10 }], settings: { recordAnalytics: false } },
      {
        query: [{ dataField: ["name"], queryFormat: "and" }],
        settings: { enableSearchRelevancy: false, recordAnalytics: false },
      },
    ]);
    expect(asked[0]).not.toHaveProperty("query.0.dataField");
  });
});

test("rows tell what got worse first, then what fails", () => {
  const ran = (id: string, before: string, after: string | null): RanTest => ({
    test: { id, label: id, expectations: [within(3)], names: { a: "Boot" } },
    live: { label: id, milliseconds: 1, total: before.length, checks: [checkOf(within(3), before)] },
    draft:
      after === null ? null : { label: id, milliseconds: 1, total: after.length, checks: [checkOf(within(3), after)] },
  });
  const all = [ran("better", "xya", "a"), ran("same", "a", "a"), ran("fails", "x", ""), ran("worse", "a", "xyza")];
  expect(rowsOf(all).map(({ id, outcome, live, draft }) => [id, outcome, live.text, draft?.text])).toEqual([
    ["worse", "worse", "1", "4"],
    ["fails", "fails", "not found", "no results"],
    ["better", "better", "3", "1"],
    ["same", "same", "1", "1"],
  ]);
  expect(summaryOf(all)).toEqual({ tests: 4, live: 3, draft: 2, worse: 1 });
  expect(summaryOf([ran("a", "a", null)])).toEqual({ tests: 1, live: 1, draft: null, worse: 0 });
  const failed = { ...ran("a", "a", "a"), draft: { label: "a", milliseconds: 1, checks: [], error: "no such field" } };
  expect(rowsOf([failed])).toMatchObject([
    { expected: "Boot is in the first 3", outcome: "worse", draft: { text: "no such field", failed: true } },
  ]);
});

test("runs as JUnit reads them", () => {
  const checks = [
    checkOf(within(1), "xa"),
    checkOf({ kind: "notEmpty" }, "x"),
    checkOf(measure(0.9), "xa"),
    checkOf(above, ""),
  ];
  expect(checks.map(({ expectation }) => sentenceOf(expectation))).toEqual([
    "a comes first",
    "finds something",
    "reciprocal rank@10 is at least 0.9",
    "a is above b",
  ]);
  expect(checks.map(readingOf).filter((_, at) => at !== 1)).toEqual([
    "it is at place 2",
    "it is 0.500",
    "it is not among the results",
  ]);
  const runs = [
    { label: 'Boots & "shoes"\u0000', milliseconds: 12.5, checks },
    { label: "Broken", milliseconds: 3, checks: [], error: "no such <index>" },
  ];
  expect(junitOf(runs)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="5" failures="4">
  <testsuite name="Boots &amp; &quot;shoes&quot;" tests="4" failures="3" time="0.013">
    <testcase classname="Boots &amp; &quot;shoes&quot;" name="a comes first"><failure message="it is at place 2"/></testcase>
    <testcase classname="Boots &amp; &quot;shoes&quot;" name="finds something"/>
    <testcase classname="Boots &amp; &quot;shoes&quot;" name="reciprocal rank@10 is at least 0.9"><failure message="it is 0.500"/></testcase>
    <testcase classname="Boots &amp; &quot;shoes&quot;" name="a is above b"><failure message="it is not among the results"/></testcase>
  </testsuite>
  <testsuite name="Broken" tests="1" failures="1" time="0.003">
    <testcase classname="Broken" name="the search answers"><failure message="no such &lt;index&gt;"/></testcase>
  </testsuite>
</testsuites>
`);
});

describe("kept in the console's database", () => {
  const where = { dataDir: mkdtempSync(join(tmpdir(), "relevance-tests-")) };
  const of = { server: "http://one", index: "shoes" };
  const content = (label: string) =>
    RelevanceTestSchema.parse({
      label,
      request: { query: [{ id: "result" }] },
      expectations: [within(1)],
      grades: GRADES,
    });
  const change = (asked: Partial<Parameters<typeof changeRelevanceTests>[1]>) =>
    changeRelevanceTests(where, { ...of, person: "ann", ...asked });
  const put = (id: string, version: number, label: string) => ({ put: [{ id, version, test: content(label) }] });
  afterAll(() => rmSync(where.dataDir, { recursive: true, force: true }));

  function add(label: string, more: object = {}): StoredTest {
    const id = newTestId();
    expect(change({ ...put(id, 0, label), ...more })).toEqual({ kept: [{ id, version: 1 }], before: [] });
    return getRelevanceTest(where, { ...of, ...more, id })!;
  }

  test("they are listed by label, those of the index and server alone", () => {
    const [b, a] = [add("boots"), add("Ankle boots")];
    add("elsewhere", { index: "hats" });
    add("another", { server: "http://two" });
    expect(listRelevanceTests(where, of)).toEqual([a, b]);
    expect(a).toEqual({
      ...content("Ankle boots"),
      id: a.id,
      version: 1,
      person: "ann",
      changed: a.changed,
      last: null,
    });
    expect(getRelevanceTest(where, { ...of, index: "hats", id: a.id })).toBeUndefined();
    // Not even as a new one can it be written over from elsewhere.
    expect(change({ ...put(a.id, 0, "theirs"), index: "hats" })).toEqual({ refused: "gone" });
  });

  test("what somebody else has saved or deleted meanwhile is not written over", () => {
    const { id } = add("sandals");
    const save = (version: number) => change({ ...put(id, version, "Sandals"), person: "bob" });
    expect(save(1)).toMatchObject({ kept: [{ id, version: 2 }], before: [{ label: "sandals", version: 1 }] });
    expect(save(1)).toMatchObject({ refused: "changed", now: { person: "bob", label: "Sandals" } });
    expect(save(0)).toMatchObject({ refused: "changed" });
    expect(change({ remove: [{ id, version: 1 }] })).toMatchObject({ refused: "changed" });
    expect(change({ remove: [{ id, version: 2 }] })).toMatchObject({ kept: [], before: [{ label: "Sandals" }] });
    expect(save(2)).toEqual({ refused: "gone" });
    // A page that shows the deleted version saves nothing over the restored one.
    expect(change({ put: [{ id, version: 0, past: 2, test: content("Back") }] })).toMatchObject({
      kept: [{ id, version: 3 }],
    });
    expect(save(2)).toMatchObject({ refused: "changed" });
  });

  test("several changes are made together: one that is refused stops all", () => {
    const [one, other] = [add("one"), add("other")];
    const both = (version: number) => ({
      put: [{ id: one.id, version: 1, test: content("One") }],
      remove: [{ id: other.id, version }],
    });
    expect(change(both(7))).toMatchObject({ refused: "changed" });
    expect(getRelevanceTest(where, { ...of, id: one.id })).toMatchObject({ label: "one" });
    expect(change(both(1))).toMatchObject({ before: [{ label: "one" }, { label: "other" }] });
  });

  test("what became of them is noted for the version that was run; a save forgets it", () => {
    const ran = add("ran");
    const read = () => getRelevanceTest(where, { ...of, id: ran.id });
    noteResults(where, of, [{ test: ran, last: { at: 5, live: true, draft: { person: "ann", passes: false } } }]);
    expect(read()).toEqual({ ...ran, last: { at: 5, live: true, draft: { person: "ann", passes: false } } });
    noteResults(where, of, [{ test: read()!, last: { at: 6, live: false } }]);
    expect(read()?.last).toEqual({ at: 6, live: false, draft: { person: "ann", passes: false } });
    change(put(ran.id, 1, "Ran"));
    noteResults(where, of, [{ test: ran, last: { at: 7, live: true } }]);
    expect(read()).toMatchObject({ label: "Ran", last: null });
  });

  test("an index has so many at most, and what a later console wrote is left out", () => {
    const insert = "INSERT INTO relevance_tests VALUES (?, ?, 'full', 'x', '{\"kind\":\"later\"}', 1, 'ann', 1)";
    for (let at = 0; at < MOST_TESTS; at++) openStore(where.dataDir).prepare(insert).run(`later-${at}`, of.server);
    expect(listRelevanceTests(where, { ...of, index: "full" })).toEqual([]);
    expect(change({ ...put("one", 0, "one more"), index: "full" })).toEqual({ refused: "full" });
  });
});
