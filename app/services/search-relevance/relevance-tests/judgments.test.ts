import { describe, expect, it } from "vitest";
import { judgmentsCsv, judgmentsIn, judgmentsJson, planJudgments } from "./judgments.server";
import { requestFor, type RelevanceTest, RelevanceTestSchema } from "./records.server";
import type { StoredTest } from "./store.server";

const testOf = (label: string, more: Partial<RelevanceTest> = {}): RelevanceTest =>
  RelevanceTestSchema.parse({ label, request: requestFor(label), expectations: [{ kind: "notEmpty" }], ...more });
const stored = (label: string, more: Partial<RelevanceTest> = {}): StoredTest => ({
  ...testOf(label, more),
  ...{ id: `id-${label}`, version: 4, person: "ada", changed: 1, last: null },
});
const planned = (text: string, { tests = [] as StoredTest[], scale = 0 } = {}) => {
  const read = judgmentsIn(text);
  if (!read?.ok) throw new Error(read?.message ?? "no list");
  const result = planJudgments(tests, { ratings: read.ratings, scale });
  if (!result.ok) throw new Error(result.message);
  return result.plan;
};
const faultOf = (text: string) => {
  const read = judgmentsIn(text);
  return read === null || read.ok ? "" : read.message;
};

describe("a judgment list as CSV", () => {
  it("has its columns in any order, more beside them, quotes, line breaks and a byte order mark", () => {
    const text =
      '\uFEFFrating,DocID,query,by\r\n3,a1,"red, ""wide"" dress",ann\r\n\r\n0,a2,"red, ""wide"" dress",\r\n1,a1,"two\nlines",x\r\n';
    const { put, added, scale } = planned(text);
    expect([added, scale]).toEqual([2, 3]);
    expect(put.map(({ test }) => [test.label, test.grades])).toEqual([
      ['red, "wide" dress', { a1: 3, a2: 0 }],
      ["two\nlines", { a1: 1 }],
    ]);
    expect(put[0]?.test).toMatchObject({
      request: requestFor('red, "wide" dress'),
      expectations: [{ kind: "notEmpty" }],
    });
  });

  it("tells of bad lines by their numbers, five of them, and takes nothing", () => {
    expect(faultOf("query,docid,rating\na,1,2\n,1,2\nb,,1\nc,1,good\nd,1,-1\ne,1,101\nf,1\n")).toBe(
      "Line 3: no query; Line 4: no document; Line 5: the rating is not a number; Line 6: the rating is negative; Line 7: the rating is over 100; and 1 other.",
    );
    expect(faultOf("query,document,rating\na,1,2")).toContain("names query, docid and rating");
    expect(faultOf('query,docid,rating\n"a,1,2')).toContain("cannot be read as CSV");
    expect(faultOf("query,docid,rating\n")).toBe("The list has no ratings.");
    expect(faultOf("hello")).toContain("neither JSON nor CSV");
  });
});

describe("a judgment list of the workbench", () => {
  const list = {
    judgmentRatings: [
      {
        query: "red dress",
        ratings: [
          { docId: "a", rating: "3.0" },
          { docId: "b", rating: 0.5 },
        ],
      },
    ],
  };

  it("is read as it is sent, as a document, and as a search for several gives it", () => {
    for (const text of [list, { _source: list }, [list], { hits: { hits: [{ _id: "1", _source: list }] } }])
      expect(planned(JSON.stringify(text)).put.map(({ test }) => test.grades)).toEqual([{ a: 3, b: 1 }]);
  });

  it("is none without ratings, and tells which of them is wrong", () => {
    expect(judgmentsIn('{"tests":[]}')).toBeNull();
    expect(judgmentsIn("[1")).toBeNull();
    expect(faultOf(JSON.stringify({ judgmentRatings: [{ query: "a", ratings: [{ docId: "x" }] }] }))).toBe(
      "Query 1, rating 1: no rating.",
    );
    expect(faultOf('{"judgmentRatings":["x"]}')).toBe("The list has no ratings.");
  });
});

describe("what a list changes", () => {
  it("joins its grades to the test of the query, whatever its capitals are, and leaves what it says already", () => {
    const tests = [stored("Red  Dress", { grades: { old: 2, a: 0 } }), stored("boots", { grades: { b: 3 } })];
    const plan = planned("query,docid,rating\nred dress,a,3\nBOOTS,b,3\nhats,h,1\n", { tests });
    expect(plan).toMatchObject({ added: 1, changed: 1, same: 1 });
    expect(plan.put[0]).toMatchObject({ id: "id-Red  Dress", version: 4, test: { grades: { old: 2, a: 3 } } });
    expect(plan.put[0]?.test).not.toHaveProperty("last");
  });

  it("brings ratings of each scale to grades of 0 to 3", () => {
    const gradesAt = (ratings: readonly number[], scale = 0) =>
      Object.values(
        planned(`query,docid,rating\n${ratings.map((one, at) => `q,d${at},${one}`).join("\n")}`, { scale }).put[0]?.test
          .grades ?? {},
      );
    expect(gradesAt([0, 0.4, 1])).toEqual([0, 1, 3]);
    expect(gradesAt([0, 2, 3])).toEqual([0, 2, 3]);
    expect(gradesAt([4, 2, 1])).toEqual([3, 2, 1]);
    expect(gradesAt([10, 5, 1])).toEqual([3, 2, 0]);
    expect(gradesAt([100, 50])).toEqual([3, 2]);
    expect(gradesAt([3, 1], 10)).toEqual([1, 0]);
    const read = judgmentsIn("query,docid,rating\nq,d,4");
    expect(read?.ok && planJudgments([], { ratings: read.ratings, scale: 3 })).toEqual({
      ok: false,
      message: "Line 2: the rating 4 is over 3.",
    });
  });

  it("is bounded as the tests of an index are", () => {
    const rows = Array.from({ length: 501 }, (_, at) => `q${at},d,1`).join("\n");
    const read = judgmentsIn(`query,docid,rating\n${rows}`);
    expect(read?.ok && planJudgments([], { ratings: read.ratings, scale: 0 })).toMatchObject({ ok: false });
  });
});

it("comes back as it went, whatever the words and ids are", () => {
  const odd = ["=1+1", 'a "b", c', "line\nbreak", " spaces ", "ünï ☃", "-x", "__proto__", "constructor"];
  const tests = odd.map((word, at) =>
    testOf(word.trim(), { grades: Object.fromEntries(odd.slice(at).map((id, n) => [id.trim(), n % 4])) }),
  );
  for (const text of [judgmentsCsv(tests), judgmentsJson("films", tests)]) {
    const { put } = planned(text, { scale: 3 });
    expect(put.map(({ test: { label, grades } }) => [label, grades])).toEqual(
      tests.map(({ label, grades }) => [label.trim(), grades]),
    );
  }
});
