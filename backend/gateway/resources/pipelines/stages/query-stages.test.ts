// @vitest-environment node
import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { describe, expect, test } from "vitest";
import { withAction } from "@backend/gateway/resources/search-relevance/rules/search/request-actions";
import { addFilter, removeWords, replaceSearchTerm, replaceWords, searchRelevancy } from "./query-stages";

const REQUEST: JsonObject = {
  query: [
    { id: "main", value: "red big shoes", dataField: ["name"] },
    { id: "typed", type: "suggestion", value: "Red sho", dataField: ["name"] },
    { id: "brands", type: "term", value: ["red"], dataField: ["brand"] },
  ],
  settings: { recordAnalytics: false },
};
const valuesOf = (request: JsonObject) => queriesOf(request).map(({ value }) => value);
const queriesOf = ({ query }: JsonObject) => (Array.isArray(query) ? query.filter(isJsonObject) : []);

describe("words", () => {
  test("are replaced in searches and suggestions alone", () => {
    const found = replaceWords(REQUEST, { data: { red: "crimson", "big shoes": "boots" } });
    expect(valuesOf(found)).toEqual(["crimson boots", "crimson sho", ["red"]]);
    expect(found["settings"]).toEqual({ recordAnalytics: false });
  });

  test("are taken out", () => {
    expect(valuesOf(removeWords(REQUEST, { data: ["RED"] }))).toEqual(["big shoes", "sho", ["red"]]);
  });

  test("give way to another text", () => {
    expect(valuesOf(replaceSearchTerm(REQUEST, { data: "hats" }))).toEqual(["hats", "hats", ["red"]]);
  });

  test("of two stages of one kind both count", () => {
    const once = replaceWords(REQUEST, { data: { red: "blue" } });
    expect(valuesOf(replaceWords(once, { data: { blue: "green" } }))[0]).toBe("green big shoes");
  });

  test("are found under names in another case", () => {
    const found = replaceSearchTerm({ query: [{ id: "a", Value: "x" }] }, { data: "y" });
    expect(queriesOf(found)).toEqual([{ id: "a", value: "y" }]);
  });
});

describe("filters", () => {
  test("are queries that all others react to", () => {
    const found = queriesOf(addFilter(REQUEST, { data: { brand: "acme", size: [4, 5] } }));
    const names = ["query_rule_filter_brand", "query_rule_filter_size"];
    expect(found.slice(0, 3).map(({ react }) => react)).toEqual([{ and: names }, { and: names }, { and: names }]);
    expect(found.slice(3)).toEqual([
      { id: names[0], type: "term", dataField: ["brand"], value: ["acme"], execute: false },
      { id: names[1], type: "term", dataField: ["size"], value: [4, 5], execute: false },
    ]);
  });

  test("add up, under ids of their own", () => {
    const twice = addFilter(addFilter(REQUEST, { data: { brand: "a" } }), { data: { brand: "b" } });
    expect(queriesOf(twice)[0]?.["react"]).toEqual({ and: ["query_rule_filter_brand", "query_rule_filter_brand_2"] });
  });

  test("stand beside what a query reacts to already", () => {
    const request: JsonObject = { query: [{ id: "a", react: { and: "b", or: "c" } }] };
    const [query] = queriesOf(addFilter(request, { data: { brand: "x" } }));
    expect(query?.["react"]).toEqual({ and: ["b", "query_rule_filter_brand"], or: "c" });
  });
});

test.each<[typeof addFilter, string, JsonValue]>([
  [addFilter, "add_filter", { brand: ["a", true, 3] }],
  [replaceSearchTerm, "replace_search_term", "x"],
  [replaceWords, "replace_words", { red: "blue" }],
  [removeWords, "remove_words", ["big"]],
])("a rule with the same data does the same (%#)", (stage, type, data) => {
  const action = { type, data: JSON.stringify(data) };
  expect(stage(REQUEST, { data })).toEqual(withAction(REQUEST, action, { groups: [], only: null }));
});

test.each<[typeof addFilter, JsonObject, string]>([
  [addFilter, {}, "data of the stage addFilter must be an object of fields"],
  [addFilter, { data: { a: { b: 1 } } }, "addFilter"],
  [addFilter, { data: [] }, "addFilter"],
  [replaceSearchTerm, { data: 3 }, "data of the stage replaceSearchTerm must be a text"],
  [replaceWords, { data: { a: 1 } }, "data of the stage replaceWords"],
  [removeWords, { data: "a" }, "data of the stage removeWords must be a list"],
  [searchRelevancy, { search: [] }, "search of the stage searchRelevancy"],
  [searchRelevancy, { geo: "x" }, "geo of the stage searchRelevancy"],
])("inputs that do not fit are refused (%#)", (stage, inputs, message) => {
  expect(() => stage(REQUEST, inputs)).toThrow(message);
});

describe("defaults of queries", () => {
  const defaultsOf = (query: JsonObject, inputs: JsonObject) =>
    queriesOf(searchRelevancy({ query: [query] }, inputs))[0];

  test("go by type, and what the request says wins", () => {
    const inputs: JsonObject = { search: { size: 5, fuzziness: 1 }, suggestion: { size: 3 }, term: { size: 9 } };
    const request: JsonObject = {
      query: [
        { id: "a", size: 1 },
        { id: "b", type: "suggestion" },
        { id: "c", type: "geo" },
      ],
    };
    expect(queriesOf(searchRelevancy(request, inputs))).toEqual([
      { id: "a", size: 1, fuzziness: 1 },
      { id: "b", type: "suggestion", size: 3 },
      { id: "c", type: "geo" },
    ]);
  });

  test("stand for what is null, and do not change which query it is", () => {
    const search: JsonObject = { size: 5, id: "x", type: "term", value: null };
    expect(defaultsOf({ id: "a", size: null }, { search })).toEqual({ id: "a", size: 5 });
  });

  test("bring weights with their fields alone", () => {
    const search: JsonObject = { dataField: ["a", "b"], fieldWeights: [1, 2] };
    expect(defaultsOf({ id: "q", dataField: ["c"] }, { search })).toEqual({ id: "q", dataField: ["c"] });
    expect(defaultsOf({ id: "q", fieldWeights: [9] }, { search })).toEqual({ id: "q", ...search });
    expect(defaultsOf({ id: "q", fieldWeights: [9] }, { search: { dataField: ["a"] } })).toEqual({
      id: "q",
      dataField: ["a"],
    });
    expect(defaultsOf({ id: "q", dataField: ["c"], fieldWeights: [9] }, { search })).toEqual({
      id: "q",
      dataField: ["c"],
      fieldWeights: [9],
    });
  });

  test("leave what goes to another address, and a request without queries", () => {
    const query: JsonObject = { id: "a", endpoint: { url: "https://example.com" } };
    expect(defaultsOf(query, { search: { size: 5 } })).toEqual(query);
    expect(searchRelevancy({ settings: {} }, { search: { size: 5 } })).toEqual({ settings: {} });
  });

  test("keep the digits of numbers", () => {
    const big = new LosslessNumber("12345678901234567890");
    expect(defaultsOf({ id: "a" }, { range: {}, search: { value: big } })?.["value"]).toBe(big);
  });
});
