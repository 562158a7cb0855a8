import { parseJson, stringifyJson, type JsonObject } from "@common/text/json";
import { expect, it } from "vitest";
import { randomFrom } from "../../../../../tests/engines/generate/random";
import { filterSource } from "./source-filter";
import { withoutMembers } from "./source-text";

const { below, chance, pick } = randomFrom(815);
const names = ["a", "b", "c", "a.b", 'q"x', "ö", "with space"];
const texts = [
  '"plain"',
  '"{\\"a\\":[1]}"',
  '"\\\\"',
  '"a\\\\\\"b"',
  '"],}"',
  '""',
  "12.5e3",
  "-9007199254740993",
  "true",
  "null",
];
const spaced = () => pick(["", "", " ", "\n\t"]);

function value(depth: number): string {
  if (depth > 3 || chance(0.4)) return pick(texts);
  return chance(0.3)
    ? `[${Array.from({ length: below(3) }, () => `${spaced()}${value(depth + 1)}${spaced()}`).join(",")}]`
    : object(depth + 1);
}
function object(depth: number): string {
  const keys = [...new Set(Array.from({ length: below(5) }, () => pick(names)))];
  const spelled = (key: string) =>
    chance(0.1)
      ? `"${[...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`
      : JSON.stringify(key);
  return `{${spaced()}${keys.map((key) => `${spelled(key)}${spaced()}:${spaced()}${value(depth)}${spaced()}`).join(`,${spaced()}`)}}`;
}
const path = () => Array.from({ length: 1 + below(3) }, () => pick(names)).join(".");

it("leaves out no more than the filter does, and the filter comes to the same", () => {
  let shorter = 0;
  for (let round = 0; round < 4000; round++) {
    const text = object(0);
    const excludes = Array.from({ length: 1 + below(3) }, path);
    const rest = withoutMembers(text, excludes);
    const filtered = (source: string) =>
      stringifyJson(filterSource(parseJson(source) as JsonObject, { includes: [], excludes }));
    expect(filtered(rest), `${text} without ${excludes.join(", ")}`).toBe(filtered(text));
    if (stringifyJson(parseJson(rest)) !== stringifyJson(parseJson(text))) shorter++;
  }
  expect(shorter).toBeGreaterThan(500);
});

it("takes the body of a logged request without parsing it", () => {
  const source = JSON.stringify({
    id: "1",
    request: { uri: "/x", body: JSON.stringify({ a: ['"', "\\"] }) },
    response: { code: 200, body: "x".repeat(1000) },
  });
  expect(withoutMembers(source, ["request.body", "response.body"])).toBe(
    '{"id":"1","request":{"uri":"/x"},"response":{"code":200}}',
  );
});
