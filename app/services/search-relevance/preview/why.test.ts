import { describe, expect, it } from "vitest";
import type { JsonObject } from "@common/text/json";
import type { Explanation } from "~/services/data/search/answer.server";
import { partsOf, shortWhy, whyRows } from "./why";

const node = (value: number, description: string, details: Explanation[] = []): Explanation => ({
  value,
  description,
  details,
});
const weight = (term: string, value: number, doc = 0) =>
  node(value, `weight(${term} in ${doc}) [PerFieldSimilarity], result of:`, [
    node(value, "score(freq=1.0), computed as boost * idf * tf from:"),
  ]);
// As the embedded engine tells a search of two fields: across fields, best field, phrase.
const EMBEDDED = node(1.9, "sum of:", [
  node(0.67, "max of:", [weight("title:batman", 0.67), weight("plot:batman", 0.56)]),
  node(0.67, "max of:", [weight("title:batman", 0.67), weight("plot:batman", 0.56)]),
  node(0.56, "max of:", [weight("title:batman", 0.45), weight("plot:batman", 0.56)]),
]);
// As OpenSearch 2.19 does: nested sums, a phrase, synonyms, a rank feature, a constant score and a filter that counts
// nothing.
const OPENSEARCH = node(20.5, "sum of:", [
  node(20.5, "sum of:", [
    node(8, "max plus 0.5 times others of:", [weight('title:"dark knight"', 7, 412), weight("plot:dark", 2, 412)]),
    node(4, "weight(Synonym(title:bat title:batman) in 412) [PerFieldSimilarity], result of:", [
      node(4, "score(freq=2.0), computed as boost * idf * tf from:"),
    ]),
    node(5.5, "Saturation function on the _feature field for the votes feature, computed as w * S / (S + k) from:", [
      node(1.6, "w, weight of this function"),
    ]),
    node(3, "ConstantScore(title.keyword:batman)^3.0"),
  ]),
  node(0, "match on required clause, product of:", [node(0, "# clause"), node(1, "ids")]),
]);

describe("the parts of a score", () => {
  it.each<[string, Explanation, string[]]>([
    [
      "clauses of which the best counts, the same word of the same field once",
      EMBEDDED,
      ["match title batman 1.34", "match plot batman 0.56"],
    ],
    [
      "phrases, synonyms, features, constants",
      OPENSEARCH,
      [
        "phrase title dark knight 7.00",
        "feature votes  5.50",
        "match title bat or batman 4.00",
        "match title.keyword batman 3.00",
        "match plot dark 1.00",
      ],
    ],
    ["one clause alone", weight("title:a:b", 2), ["match title a:b 2.00"]],
    [
      "a phrase of which the last word is begun",
      weight('title:"dark (knight knights)"', 2),
      ["phrase title dark (knight knights) 2.00"],
    ],
    [
      "log and sigmoid",
      node(2, "Log function on the _feature field for the page views feature, computed as"),
      ["feature page views  2.00"],
    ],
    [
      "what it does not know keeps its words",
      node(3, "script score function, computed with script:x"),
      ["other  script score function, computed with script:x 3.00"],
    ],
    ["all documents", node(1, "*:*"), ["other  *:* 1.00"]],
    ["nothing", node(0, "no matching term"), []],
    ["a word as long as a page", weight(`title:${"x".repeat(5_000)}`, 1), [`match title ${"x".repeat(80)}… 1.00`]],
  ])("%s", (_title, why, parts) => {
    expect(
      partsOf(why).map(({ kind, field, words, value }) => `${kind} ${field} ${words} ${value.toFixed(2)}`),
    ).toEqual(parts);
  });

  it("in one line, by field", () => {
    expect(shortWhy(OPENSEARCH)).toBe("title 11.00 + votes 5.50 + title.keyword 3.00 + others 1.00");
    expect(shortWhy(null)).toBe("");
  });
});

describe("beside each other", () => {
  const search = (weights: Record<string, string>, rankFeature: JsonObject = {}) => ({
    search: { dataField: Object.keys(weights), fieldWeights: Object.values(weights), rankFeature },
  });

  it.each<[string, Record<string, string>, Record<string, string>, string, string]>([
    ["a weight that changed", { title: "1.0" }, { title: "1.5" }, "title", "weight 1.0 → 1.5"],
    ["one that did not", { title: "2.0" }, { title: "2.0" }, "title", "weight 2.0, unchanged"],
    ["a new field", { plot: "1.0" }, { title: "3.0" }, "title", "new field, weight 3.0"],
    ["one that was removed", { title: "1.0" }, { plot: "1.0" }, "title", "field removed"],
    ["no fields before: each counts one", {}, { title: "2.0" }, "title", "weight 1.0 → 2.0"],
  ])("%s", (_title, live, draft, field, reason) => {
    const records = { live: search(live), draft: search(draft) };
    const why = weight(`${field}:a`, 1);
    expect(whyRows({ live: why, draft: why, records })).toMatchObject([{ field, reason, live: 1, draft: 1 }]);
  });

  it("rank features that come, change and go; a side that does not find the document", () => {
    const feature = node(2, "Saturation function on the _feature field for the votes feature, computed as");
    const votes = (boost: string) => search({}, { votes: { saturation: {}, boost } });
    const reason = (live: JsonObject, draft: JsonObject) =>
      whyRows({ live: null, draft: feature, records: { live, draft } });
    expect(reason(search({}), votes("1.6"))).toMatchObject([
      { kind: "feature", reason: "rank feature added, boost 1.6", live: null, draft: 2 },
    ]);
    expect(reason(votes("1"), votes("2"))).toMatchObject([{ reason: "boost 1.0 → 2.0" }]);
    expect(reason(votes("1"), search({}))).toMatchObject([{ reason: "rank feature removed" }]);
  });

  it("records of another shape give no reason", () => {
    const records = { live: { search: 5 }, draft: { search: { dataField: "title", fieldWeights: {} } } };
    expect(whyRows({ live: null, draft: weight("title:a", 1), records })).toMatchObject([
      { reason: "weight 1.0, unchanged" },
    ]);
  });
});
