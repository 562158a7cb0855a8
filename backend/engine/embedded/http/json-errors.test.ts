import { expect, it } from "vitest";
import { parseBody } from "./json-errors";

const levels = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`;
const brackets = "[".repeat(2000);

it.each([
  ["brackets in a text", `{"a":"${brackets}"}`],
  ["brackets behind an escaped quote", `{"a":"\\"${brackets}"}`],
  ["brackets behind an escaped backslash and a quote that is escaped", `{"a":"\\\\\\"${brackets}"}`],
  ["brackets in a name", `{"${brackets}\\"":1}`],
  ["as many levels as may be", levels(1000)],
])("reads %s", (_, text) => {
  expect(parseBody(text)).toEqual(JSON.parse(text));
});

it.each([
  ["one level more", levels(1001)],
  ["levels behind a text that ends in a backslash", `["\\\\",${levels(1000)}]`],
  ["levels behind a text of quotes", `["\\"\\"",${levels(1000)}]`],
  ["a text that does not end", `["${brackets}`],
])("refuses %s", (_, text) => {
  expect(() => parseBody(text)).toThrow();
});
