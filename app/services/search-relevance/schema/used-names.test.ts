import { expect, it } from "vitest";
import type { JsonValue } from "@common/text/json";
import type { RuleAction } from "~/services/search-relevance/rules/content";
import { EMPTY_RULE } from "~/services/search-relevance/rules/content";
import { fieldsNamed, namesInRule, namesInSearch, namesInSettings, namesInSuggestions } from "./used-names";

it("in settings, by screen", () => {
  const record = {
    search: { dataField: ["name", "name.search"], distinctField: "brand", rankFeature: { votes: { boost: "1" } } },
    aggregations: { dataField: { color: "term" } },
    results: { includeFields: ["*"], excludeFields: ["secret.*"], highlightFields: null },
  };
  expect(namesInSettings(record)).toEqual({
    search: ["name", "name.search", "brand", "votes"],
    aggs: ["color"],
    results: ["*", "secret.*"],
  });
  expect(namesInSettings({ search: 3, aggregations: null })).toEqual({ search: [], aggs: [], results: [] });
});

it("in preferences of index suggestions that concern the index", () => {
  const preferences = { indices: ["shop"], categoryField: "category.keyword", includeFields: ["name"] };
  expect(namesInSuggestions(preferences, "shop")).toEqual(["name", "category.keyword"]);
  expect(namesInSuggestions(preferences, "other")).toEqual([]);
});

const rule = (expression: string, actions: RuleAction[] = []) => ({
  ...EMPTY_RULE,
  trigger: { ...EMPTY_RULE.trigger, expression },
  actions,
});

it.each<[string, string[]]>([
  ["$filter.brand.keyword == 'x'", ["brand.keyword"]],
  ["'shop' in $index and ($query == 'a' or not ($filter.size == '3'))", ["size"]],
  ["'sh*,none' in $index and $filter.size == '3'", ["size"]],
  ["'*' in $index and $filter[\"odd name\"] contains 'x'", ["odd name"]],
  ["'other' in $index and $filter.size == '3'", []],
  ["$filter.size ==", []],
  ["", []],
])("in the condition %s", (expression, names) => {
  expect(namesInRule(rule(expression), "shop")).toEqual(names);
});

it("in the actions of a rule", () => {
  const actions: RuleAction[] = [
    { type: "add_filter", data: { brand: "x", size: ["3"] } },
    { type: "search_settings", data: { dataField: ["name"], fieldWeights: [1] } },
    { type: "replace_words", data: { tv: "television" } },
  ];
  expect(namesInRule(rule("", actions), "shop")).toEqual(["brand", "size", "name"]);
});

it.each<[string, JsonValue, string[]]>([
  [
    "leaf queries",
    {
      query: {
        bool: { must: [{ match: { name: { query: "a", boost: 2 } } }], filter: { range: { price: { gte: 1 } } } },
      },
    },
    ["name", "price"],
  ],
  [
    "lists of fields with boosts",
    { query: { multi_match: { query: "name", fields: ["title^3", "note"] } } },
    ["title", "note"],
  ],
  ["sorting", { sort: [{ price: "asc" }, "year", { _score: {} }] }, ["price", "year", "_score"]],
  [
    "aggregations and highlights",
    { aggs: { by: { terms: { field: "brand.keyword", size: 3 } } }, highlight: { fields: { name: {} } } },
    ["brand.keyword", "name"],
  ],
  [
    "queries of ReactiveSearch",
    { query: [{ id: "s", dataField: ["name", "name.lang"], includeFields: ["a*"] }] },
    ["name", "name.lang", "a*"],
  ],
  ["nothing of what it does not know", { size: 3, from: "{{from}}", _name: "name" }, []],
])("in %s", (_, body, names) => {
  expect(namesInSearch(body)).toEqual(names);
});

it("mean fields by their sub-fields and by patterns", () => {
  const known = {
    fields: new Set(["name", "a.b", "a.c", "__proto__"]),
    subFields: new Map([["name.keyword", "name"]]),
  };
  const named = (...names: string[]) => [...fieldsNamed(names, known)];
  expect(named("name.keyword", "name")).toEqual(["name"]);
  expect(named("a.*", "*", "none", "__proto__")).toEqual(["a.b", "a.c", "__proto__"]);
  expect(named("*.c", "n*a*e")).toEqual(["a.c", "name"]);
  expect(named(`${"*a".repeat(500)}b`)).toEqual([]);
});
