import { describe, expect, test } from "vitest";
import { EMPTY_RULE, type RuleContent } from "./content";
import { expressionOf, simpleOf } from "./condition";
import { type Placed, ruleHints } from "./hints";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const rule = (id: string, order: number, more: Partial<RuleContent> = {}): Placed => ({
  id,
  order,
  content: { ...EMPTY_RULE, name: id, trigger: { ...EMPTY_RULE.trigger, expression: "$query == 'boot'" }, ...more },
});
const when = (expression: string) => ({ trigger: { ...EMPTY_RULE.trigger, expression } });
const promote = (...ids: string[]) => ({ type: "promote_result", data: ids.map((_id) => ({ doc: { _id } })) });

describe("what is odd about a rule", () => {
  test.each<[string, Partial<RuleContent>, string | null]>([
    ["nothing", {}, null],
    ["it is off", { enabled: false }, "This rule is off."],
    [
      "its time is over",
      { trigger: { ...EMPTY_RULE.trigger, start: 1, end: 2 } },
      "This rule never fires: its time is over.",
    ],
    [
      "its time has not come",
      { trigger: { ...EMPTY_RULE.trigger, start: 4e9 } },
      "This rule does not fire yet: its time has not come.",
    ],
    ["false", when("false"), "This rule never fires: its condition cannot hold."],
    ["two texts at once", when("$query == 'a' and $query == 'b'"), "This rule never fires: its condition cannot hold."],
    [
      "a text that begins otherwise",
      when("$query == 'boot' and $query startsWith 'sho'"),
      "This rule never fires: its condition cannot hold.",
    ],
    ["an empty list", when("$query in []"), "This rule never fires: its condition cannot hold."],
    ["either of two", when("$query == 'a' or $query == 'b'"), null],
    [
      "true",
      when("true or $query == 'b'"),
      "The condition of this rule always holds: the trigger Always says the same.",
    ],
    ["what is not read", when("$query =="), null],
    [
      "both shown and hidden",
      { actions: [promote("1"), { type: "hide_result", data: ["1"] }] },
      "1: promoted and hidden by this rule. It stays hidden.",
    ],
  ])("%s", (_name, more, hint) => {
    expect(ruleHints(rule("a", 1, more), [], NOW).map(({ text }) => text)).toEqual(hint === null ? [] : [hint]);
  });

  test.each<[string, Placed, string | null]>([
    [
      "hides what it promotes",
      rule("b", 1, { actions: [{ type: "hide_result", data: ["1"] }] }),
      "The rule b hides 1, which this one promotes.",
    ],
    [
      "promotes it first",
      rule("b", 9, { actions: [promote("1")] }),
      "The rule b runs first and promotes 1 too: its position counts.",
    ],
    ["promotes it later", rule("b", 1, { actions: [promote("1")] }), null],
    [
      "replaces its term",
      rule("b", 1, { actions: [{ type: "replace_search_term", data: "x" }] }),
      "The rule b runs later and replaces what this one sets.",
    ],
    [
      "does so elsewhere",
      rule("b", 1, { ...when("$query == 'c'"), actions: [{ type: "replace_search_term", data: "x" }] }),
      null,
    ],
    ["is off", rule("b", 1, { enabled: false, actions: [{ type: "replace_search_term", data: "x" }] }), null],
  ])("another one %s", (_name, other, hint) => {
    const own = rule("a", 5, { actions: [promote("1"), { type: "replace_search_term", data: "y" }] });
    expect(ruleHints(own, [own, other], NOW).map(({ text }) => text)).toEqual(hint === null ? [] : [hint]);
  });
});

test.each([
  [
    "'shoes,hats' in $index and $query contains 'boot'",
    { indices: "shoes,hats", operator: "contains", query: "boot", field: "", value: "" },
  ],
  [
    "'*' in $index and $query == 'o\\'brien' and $filter.brand.keyword == 'nike'",
    { indices: "*", operator: "==", query: "o'brien", field: "brand.keyword", value: "nike" },
  ],
  ["$query matches '^a\\d+'", { indices: "", operator: "matches", query: "^a\\d+", field: "", value: "" }],
  ["$filter[\"shoe size\"] == '42'", { indices: "", operator: "==", query: "", field: "shoe size", value: "42" }],
])("the condition %s goes into the fields of the form and comes out as it was", (expression, simple) => {
  expect(simpleOf(expression)).toEqual(simple);
  expect(expressionOf(simple as NonNullable<ReturnType<typeof simpleOf>>)).toBe(expression);
});

test.each([
  "$query == 'a' or $query == 'b'",
  "not ($query == 'a')",
  "$query == 'a' and $query contains 'b'",
  "$type == 'search'",
  "$query",
])("the condition %s stands in the advanced editor", (expression) => expect(simpleOf(expression)).toBeNull());
