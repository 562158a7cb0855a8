import { expect, it } from "vitest";
import { patternMeets } from "./index-patterns";

it.each([
  ["n-*", "n-1", true],
  ["n-*", "m-1", false],
  ["*", "", true],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["*-2024-*", "logs-2024-01", true],
  ["books", "books", true],
  ["books", "books-2", false],
  ["*a*b", "xaxxbb", true],
])("%s meets %s: %s", (pattern, name, meets) => {
  expect(patternMeets(pattern, name)).toBe(meets);
});

it("takes no time over many stars", () => {
  expect(patternMeets("*a".repeat(500), "a".repeat(400))).toBe(false);
});
