import { expect, test } from "vitest";
import { isTooDeep } from "./nesting";

const nested = (depth: number, inside = "1") => `${'{"a":['.repeat(depth / 2)}${inside}${"]}".repeat(depth / 2)}`;

test.each([
  ["a short text", "[".repeat(900), false],
  ["a thousand levels", nested(1000), false],
  ["more than a thousand", nested(1002), true],
  ["one that never closes", "[".repeat(5000), true],
  ["many side by side", `[${"[[]],".repeat(2000)}1]`, false],
  ["brackets in texts", JSON.stringify({ a: "[".repeat(5000), b: '\\"['.repeat(2000) }), false],
  ["texts in front of depth", `{"a":"${"x".repeat(2000)}\\"","b":${nested(1002)}}`, true],
])("%s", (_, text, expected) => {
  expect(isTooDeep(text, { lines: false })).toBe(expected);
  expect(isTooDeep(Buffer.from(text), { lines: false })).toBe(expected);
});

test("lines count one by one", () => {
  const lines = (depth: number) => `{"index":{}}\n${nested(600)}\n{"index":{}}\n${nested(depth)}\n`;
  expect(isTooDeep(lines(800), { lines: true })).toBe(false);
  expect(isTooDeep(lines(1002), { lines: true })).toBe(true);
  expect(isTooDeep("[\n".repeat(1001), { lines: true })).toBe(false);
});
