import { describe, expect, test } from "vitest";
import type { Query } from "../request/schema";
import { matchOf } from "./match";
import type { Hit } from "./suggestion";
import { indexSuggestions } from "./suggestions";

const RULES = { language: undefined, stopwords: [] };

function hit(id: string, source: Hit["_source"], more: Partial<Hit> = {}): Hit {
  return { _index: "shoes", _id: id, _score: 1, _source: source, highlight: undefined, ...more };
}

function query(more: Partial<Query>): Query {
  return { id: "q", type: "suggestion", dataField: ["name"], value: "boot", ...more };
}

function labels(more: Partial<Query>, hits: Hit[]): string[] {
  return indexSuggestions({ query: query(more), hits }).map(({ label }) => label);
}

describe("index suggestions", () => {
  test("value in lower case, label as it is, all display keys there", () => {
    const [first] = indexSuggestions({
      query: query({ urlField: "url", categoryField: "brand", indexSuggestionsConfig: { sectionLabel: "Products" } }),
      hits: [hit("b1", { name: "Snow Boot", url: "/b1", brand: "Acme" })],
    });
    expect(first).toEqual({
      value: "snow boot",
      label: "Snow Boot",
      url: "/b1",
      sectionLabel: "Products",
      sectionId: "index",
      description: null,
      action: null,
      subAction: null,
      icon: null,
      iconURL: null,
      _suggestion_type: "index",
      _category: "Acme",
      _count: null,
      _rs_score: 1,
      _matched_tokens: ["boot"],
      _id: "b1",
      _index: "shoes",
      _score: 1,
      _source: { name: "Snow Boot", url: "/b1", brand: "Acme" },
    });
  });

  test("each field of a hit is offered, those that did not match too; distinct takes one per document", () => {
    const hits = [hit("b1", { name: "Snow boot", brand: "Acme" })];
    expect(labels({ dataField: ["name", "brand"] }, hits)).toEqual(["Snow boot", "Acme"]);
    expect(labels({ dataField: ["name", "brand"], showDistinctSuggestions: true }, hits)).toEqual(["Snow boot"]);
  });

  test("labels that say the same are offered once", () => {
    expect(
      labels({}, [
        hit("1", { name: "Boot of the snow" }),
        hit("2", { name: "boots, snow" }),
        hit("3", { name: "Rain boot" }),
      ]),
    ).toEqual(["Boot of the snow", "Rain boot"]);
  });

  test("matching words go before score, then the size cuts", () => {
    const hits = [
      hit("1", { name: "Sandal" }, { _score: 9 }),
      hit("2", { name: "Boot" }, { _score: 1 }),
      hit("3", { name: "Snow boot" }, { _score: 2 }),
    ];
    expect(labels({}, hits)).toEqual(["Snow boot", "Boot", "Sandal"]);
    expect(labels({ size: 2 }, hits)).toEqual(["Snow boot", "Boot"]);
  });

  test("highlighted fragments become labels, without quotes around the class", () => {
    const marked = hit("1", { name: "Snow boot" }, { highlight: { name: ['Snow <b class="highlight">boot</b>'] } });
    expect(indexSuggestions({ query: query({}), hits: [marked] })[0]).toMatchObject({
      label: "Snow <b class=highlight>boot</b>",
      value: "snow boot",
    });
  });

  test("nested fields, lists of objects, and of a list of texts the first that holds what was typed", () => {
    expect(labels({ dataField: ["a.b"] }, [hit("1", { a: { b: "Boot" } })])).toEqual(["Boot"]);
    expect(labels({ dataField: ["a.b"] }, [hit("1", { a: [{ b: "Boot" }, { b: "Shoe" }] })])).toEqual(["Boot", "Shoe"]);
    expect(labels({ dataField: ["tags"] }, [hit("1", { tags: ["winter", "Snow boots"] })])).toEqual(["Snow boots"]);
    expect(labels({ dataField: ["name"] }, [hit("1", { name: 7 })])).toEqual([]);
  });

  test("categories stand first, with their counts", () => {
    const aggregations = { brand: { buckets: [{ key: "acme", doc_count: 3 }] } };
    const found = indexSuggestions({
      query: query({ categoryField: "brand" }),
      hits: [hit("1", { name: "Boot" })],
      aggregations,
    });
    expect(found).toMatchObject([
      { label: "boot in acme", value: "boot", _category: "acme", _count: 3, _id: "" },
      { label: "Boot" },
    ]);
  });

  test("nothing typed: nothing suggested; an empty text suggests what there is", () => {
    expect(labels({ value: undefined }, [hit("1", { name: "Boot" })])).toEqual([]);
    expect(labels({ value: "" }, [hit("1", { name: "Boot" })])).toEqual(["Boot"]);
  });

  test.each([
    [{}, 'boot <b class="highlight">for snow</b>'],
    [{ maxPredictedWords: 1 }, 'boot <b class="highlight">for</b>'],
    [{ maxPredictedWords: 4 }, '<b class="highlight">red</b> boot <b class="highlight">for snow walks</b>'],
    [
      { maxPredictedWords: 3, applyStopwords: true },
      '<b class="highlight">red</b> boot <b class="highlight">snow walks</b>',
    ],
    [
      { applyStopwords: true, customStopwords: ["snow"] },
      '<b class="highlight">red</b> boot <b class="highlight">walks</b>',
    ],
    [{ highlightConfig: { pre_tags: ["<em>"], post_tags: ["</em>"] } }, "boot <em>for snow</em>"],
  ])("predictive suggestions with %j", (more, label) => {
    expect(
      labels({ enablePredictiveSuggestions: true, ...more }, [hit("1", { name: "Red boot for snow walks" })]),
    ).toEqual([label]);
  });
});

describe("predictive suggestions of begun words", () => {
  const offered = (value: string, name: string) =>
    indexSuggestions({ query: query({ value, enablePredictiveSuggestions: true }), hits: [hit("1", { name })] }).map(
      (one) => [one.value, one.label],
    );
  const mark = (text: string) => `<b class="highlight">${text}</b>`;
  test.each([
    ["son", "Sony lamp green", "sony lamp green", `son${mark("y")} ${mark("lamp green")}`],
    ["sony la", "Sony lamp green", "sony lamp green", `sony la${mark("mp")} ${mark("green")}`],
    ["sony", "Sony lamp green", "sony lamp green", `sony ${mark("lamp green")}`],
    ["lamps", "Sony lamp", "sony lamps", `${mark("sony")} lamps`],
    ["son", "Sony", "sony", `son${mark("y")}`],
    ["caf", "Café crème", "café crème", `caf${mark("é")} ${mark("crème")}`],
    ["board", "Snowboard boots", "snowboard boots", `${mark("snowboard")} ${mark("boots")}`],
    ["ge", "gear Gemini", "gear", `ge${mark("ar")}`],
    ["tabl", "green tables", "green tables", `${mark("green")} tabl${mark("es")}`],
  ])("%j of %j searches for whole words: %j", (typed, name, value, label) =>
    expect(offered(typed, name)).toEqual([[value, label]]),
  );

  test("any beginning of a text gives words that the document has", () => {
    const text = "Sony lamps green tables running shoes";
    for (let end = 1; end <= text.length; end++) {
      for (const [value = ""] of offered(text.slice(0, end).trim().toLowerCase(), text))
        for (const word of value.split(" "))
          expect([end, text.toLowerCase().split(" ")]).toEqual([end, expect.arrayContaining([word])]);
    }
  });
});

describe("match", () => {
  test.each([
    ["snow boot", "boot", 1],
    ["snow boots", "boot", 1],
    ["snow boot", "snow boot", 2.1],
    ["snow boot", "snw", 0.5],
    ["snow boot", "rain", 0],
    ["snow boot", "s", 0],
    ["café noir", "cafe", 1],
  ])("%j for %j scores %d", (value, typed, score) => {
    expect(matchOf({ value, typed, rules: RULES }).score).toBeCloseTo(score);
  });
});
