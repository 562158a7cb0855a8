import { expect, it } from "vitest";
import { conditionInWords } from "./condition-words";

it.each([
  ["'movies' in $index and $query contains 'night'", "Search contains “night”, in movies"],
  ["$query == 'sweep rule'", "Search is “sweep rule”"],
  ["'a,b-*' in $index", "Any search, in a, b-*"],
  ["$filter.brand == 'acme'", "Filter brand is acme"],
  [
    "'*' in $index and $query startsWith 'x' and $filter.brand == 'acme'",
    "Search starts with “x”, filter brand is acme",
  ],
  ["$query contains 'a' or $query contains 'b'", null],
  ["$query ~", null],
])("says %s", (expression, words) => {
  expect(conditionInWords(expression)).toBe(words);
});
