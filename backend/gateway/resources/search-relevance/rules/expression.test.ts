import { describe, expect, test } from "vitest";
import { compileExpression } from "./expression";
import { type Facts, NO_FACTS } from "./facts";
import { busyMs } from "../../../../../tests/setup/busy";

const FACTS: Facts = {
  values: {
    ...NO_FACTS.values,
    query: "red snow boots",
    index: ["shoes", "hats-2024"],
    type: "search",
    path: "/shoes/_reactivesearch",
    ipv4: "10.0.0.7",
  },
  filter: new Map([
    ["brand.keyword", ["nike", "puma"]],
    ["shoe size", ["42"]],
  ]),
  customEvents: new Map([["campaign", ["spring"]]]),
};

const holds = (source: string) => compileExpression(source)(FACTS).holds;

describe("what holds", () => {
  test.each([
    ["$query == 'red snow boots'"],
    ["$query == 'RED Snow Boots'"],
    ['$query contains "snow"'],
    ["$query contains `snow`"],
    ["$query startsWith 'red' and $query endsWith 'boots'"],
    ["$query startsWith 'red' && $query endsWith 'boots'"],
    ["$query == 'x' or $query contains 'boot'"],
    ["$query == 'x' || $query contains 'boot'"],
    // `and` binds closer than `or`.
    ["true or true and false"],
    ["not ($query == 'x')"],
    ["!($query == 'x') and not false"],
    ["not not true"],
    ["$query not contains 'sandal'"],
    ["$type not in ['suggestion', 'term']"],
    ["'shoes' in $index"],
    ["'hats,shoes' in $index and $query contains 'boot'"],
    ["'*' in $index"],
    ["'hats-*' in $index"],
    ["'Shoes' in $index"],
    ['$type in ["search"]'],
    ["$query matches '^red .* boots$'"],
    ["$query matches 'RED \\w+'"],
    ["$query matches '^\\\\D+$'"],
    ["$query matches '^\\D+$'"],
    ["$filter.brand.keyword == 'nike'"],
    ["$filter.brand.keyword == 'Puma'"],
    ["$filter.brand.keyword in ['adidas', 'puma']"],
    ["$filter.brand.keyword matches 'ni.e'"],
    ['$filter["shoe size"] == 42'],
    ["$filter.color == ''"],
    ["$filter.color != 'red'"],
    ["$customEvents.campaign == 'Spring'"],
    ["$origin == ''"],
    ["$path startsWith '/shoes'"],
    ["$ipv4 startsWith '10.'"],
    ["($query contains 'boot') == true"],
    ["$query contains 'boot' == true"],
    ["($query contains 'boot') != ($query contains 'sandal')"],
    ["$query contains ''"],
    ["$query in ['red snow boots',]"],
    ["$query == 'red snow boots' and ($type == 'search' or $type == 'term')"],
    ["-1 == -1"],
  ])("%s", (source) => expect(holds(source)).toBe(true));
});

describe("what does not hold", () => {
  test.each([
    ["$query == 'snow'"],
    ["$query contains 'boot' and $query contains 'sandal'"],
    ["'coats' in $index"],
    ["'coats,' in $index"],
    ["$filter.brand.keyword != 'nike'"],
    ["$filter.color in ['red']"],
    ["$customEvents.other == 'x'"],
    ["(true or true) and false"],
    ["$query matches 'boots .'"],
    ["$query in []"],
    ["false"],
  ])("%s", (source) => expect(holds(source)).toBe(false));
});

test("groups of a pattern over the query are caught", () => {
  expect(compileExpression("$query matches '(\\w+) snow (\\w+)'")(FACTS)).toEqual({
    holds: true,
    groups: ["red", "boots"],
  });
  expect(compileExpression("$query matches '(x)?red' and $type == 'search'")(FACTS).groups).toEqual([""]);
  expect(compileExpression("$type matches '(.)'")(FACTS).groups).toEqual([]);
});

describe("what is refused, with its place", () => {
  test.each([
    ["", "a value is missing at character 1"],
    ["$query", "a value alone is no condition: it wants a comparison, at character 1"],
    ["$query == ", "a value is missing at character 11"],
    ["$query == 'x", "a quotation is not closed at character 11"],
    ["($query == 'x'", '")" is missing at character 15'],
    ["$query == 'x')", '")" is not expected at character 14'],
    ["$query = 'x'", '"=" is not understood at character 8'],
    ["$query == x", 'a value is missing before "x" at character 11'],
    ["$query > 1", '">" is not understood at character 8'],
    ["not $query contains 'x'", `"not" takes a condition in brackets, as in not ($query contains 'x'), at character 1`],
    ["$query and true", "a value alone is no condition: it wants a comparison, at character 1"],
    ["$colour == 'x'", "there is no variable $colour at character 1"],
    ["$filter == 'x'", "$filter is followed by a name, as in $filter.brand, at character 1"],
    ["$query.a == 'x'", "$query has no parts at character 1"],
    ["'a' in 'abc'", '"in" wants a list on its right at character 8'],
    ["$query matches $type", '"matches" wants a quoted pattern on its right at character 16'],
    ["$query matches '['", expect.stringContaining("at character 16")],
    ["$query matches '(?=a)'", expect.stringContaining("at character 16")],
    ["['a', ['b']] == 'a'", "a list holds values only at character 7"],
    ["$query contains 'a' contains 'b'", '"contains" compares values, not conditions, at character 21'],
    [`${"(".repeat(200)}true`, "brackets go at most 100 deep at character 101"],
    [`${"not ".repeat(200)}true`, "brackets go at most 100 deep at character 401"],
    [`$query matches '${"(a{1,100}){1,100}"}'`, expect.stringContaining("at character 16")],
    ["x".repeat(20_001), expect.stringContaining("at most 20000 characters")],
  ])("%s", (source, message) => {
    expect(() => compileExpression(source)).toThrow(expect.objectContaining({ message }));
  });
});

test("long expressions and hostile patterns take time by their length", () => {
  const asked = () => {
    const long = compileExpression(
      Array.from({ length: 500 }, (_, place) => `$query contains 'word ${place}'`).join(" or "),
    );
    expect(long(FACTS).holds).toBe(false);
    const text = { ...FACTS, values: { ...FACTS.values, query: "a".repeat(100_000) } };
    expect(compileExpression("$query matches '^(a+)+$'")(text).holds).toBe(true);
  };
  expect(busyMs(asked, 1_000)).toBeLessThan(1_000);
});
