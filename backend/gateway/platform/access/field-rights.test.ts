import { expect, test } from "vitest";
import { maySee, patternsMeet, seenByAll } from "./field-rights";

test.each([
  ["secret", "secret", true],
  ["secret", "secret.keyword", true],
  ["secret", "secrets", false],
  ["secret*", "sec*et", true],
  ["*.note", "deep.*", true],
  ["*.note", "deep.no", false],
  ["a*b", "a*c", true],
  ["a*b", "x*c", false],
  ["a*b", "*c*", true],
  ["*", "anything", true],
  ["deep.note", "*", true],
  ["", "a", false],
])("%s and %s can stand for one name: %s", (pattern, field, expected) => {
  expect(patternsMeet(pattern, field)).toBe(expected);
});

test.each([
  ["name", true],
  ["name.keyword", true],
  ["name.*", true],
  ["na*", false],
  ["*", false],
  ["deep.open", true],
  ["deep.note", false],
  ["deep.*", false],
  ["price", false],
  ["_id", true],
  ["name.".repeat(1_000), false],
])("of name and deep without deep.note %s may be seen: %s", (field, expected) => {
  expect(maySee({ includes: ["name", "deep"], excludes: ["deep.note"] }, field)).toBe(expected);
});

test.each<[string, string[][], string[]]>([
  ["all and some", [["*"], ["name", "deep.*"]], ["name", "deep.*"]],
  ["an object and a part of it", [["deep"], ["deep.note", "name"]], ["deep.note"]],
  ["a pattern and a name", [["na*", "price"], ["name"]], ["name"]],
  ["the same", [["name"], ["name"]], ["name"]],
  ["patterns that only overlap", [["na*"], ["*me"]], [".none"]],
  ["nothing in common", [["name"], ["price"], ["*"]], [".none"]],
])("of %s each sees no more than all do", (_name, lists, includes) => {
  const all = lists.map((one, place) => ({ includes: one, excludes: [`secret${place % 2}`] }));
  expect(seenByAll(all)).toEqual({ includes, excludes: ["secret0", "secret1"] });
});
