import { parse, stringify } from "lossless-json";
import { expect, it } from "vitest";
import { randomFrom } from "../../tests/engines/generate/random";
import { parseJson, stringifyJson } from "./json";

const { below, chance, pick } = randomFrom(4711);

const long = [
  "9007199254740993",
  "-9223372036854775808",
  "1e400",
  "18446744073709551615",
  "-1.5E-999",
  "123456789012345678901234567890",
];
const short = ["0", "-0", "1.5", "42", "-7e3", "1234567890123456", "0.30000000000000004", "0.1234567890123456789"];
const texts = [
  '""',
  '"plain"',
  '"9007199254740993"',
  '"a\\"1234567890123456789\\\\"',
  '"\\\\"',
  '"number 1-2-3-4 9007199254740993"',
  '"\\u0041 \\\\\\" 12345678901234567"',
  '"x,-1:[{"',
];
const names = ['"a"', '"__proto__"', '"9007199254740993"', '"with \\"quotes\\" 1234567890123456789"', '"ключ"'];

function random(depth: number): string {
  const space = chance(0.2) ? " \n\t" : "";
  if (depth > 4 || chance(0.5)) return space + pick([...long, ...short, ...texts, "true", "null"]);
  const count = below(4);
  if (chance(0.4)) return `[${Array.from({ length: count }, () => random(depth + 1)).join(",")}]${space}`;
  const keys = [...new Set(Array.from({ length: count }, () => pick(names)))];
  return `{${keys.map((key) => `${key}${space}:${random(depth + 1)}`).join(`,${space}`)}}`;
}

const slowly = (text: string) => parse(text, null);
/** What a text comes to, its long numbers digit for digit; null for one that is no JSON. */
function outcome(read: (text: string) => unknown, text: string): string | null {
  try {
    return stringify(read(text)) ?? "nothing";
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return null;
  }
}
/** Digits that a double holds are shown in its way. */
const even = (text: string | null) =>
  text?.replace(/"(?:[^"\\]|\\.)*"|-?[\d.]+(?:[eE][+-]?\d+)?/g, (part) =>
    part.startsWith('"') || long.includes(part) ? part : String(Number(part)),
  );

it("reads what the parser that keeps digits reads, digit for digit", () => {
  for (let round = 0; round < 3000; round++) {
    const text = random(0);
    expect(even(outcome(parseJson, text)), text).toBe(even(outcome(slowly, text)));
  }
});

it("refuses what that parser refuses", () => {
  let refused = 0;
  for (let round = 0; round < 3000; round++) {
    const whole = `[${random(0)},${random(0)},9007199254740993]`;
    const at = below(whole.length);
    const text =
      whole.slice(0, at) +
      pick(["", "1", '"', "{", "9007199254740993", ",", "-", ".", "\\", "}"]) +
      whole.slice(at + below(3));
    const expected = outcome(slowly, text);
    if (expected === null) refused++;
    expect(even(outcome(parseJson, text)), text).toBe(even(expected));
  }
  expect(refused).toBeGreaterThan(1000);
});

it("takes no number for the name of a member", () =>
  expect(() => parseJson("{9007199254740993:1}")).toThrow(SyntaxError));

it("leaves the prototype alone", () => {
  const value = parseJson('{"__proto__":9007199254740993}');
  expect(stringifyJson(value)).toBe('{"__proto__":9007199254740993}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it("reads a megabyte with one long number about as fast as one without", () => {
  const body = (number: string) =>
    JSON.stringify({ text: 'a "quoted" word, '.repeat(60_000) }).replace("{", `{"number":${number},`);
  const time = (text: string) => {
    const began = performance.now();
    for (let round = 0; round < 5; round++) parseJson(text);
    return performance.now() - began;
  };
  const [plain, exact] = [time(body("1")), time(body("9007199254740993"))];
  // The parser that reads letter by letter takes more than a hundred times as long.
  expect(exact).toBeLessThan(plain * 30 + 50);
});
