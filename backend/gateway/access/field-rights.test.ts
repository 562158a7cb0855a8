import { expect, test } from "vitest";
import { maySee, patternsMeet } from "./field-rights";

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
