// @vitest-environment node
import { expect, test } from "vitest";
import { DocumentFault } from "../faults";
import { readDocument } from "../read-text";
import { readSource } from "./source";
import { busyMs } from "../../../../tests/setup/busy";

const YAML = "routes:\n  - path: /a\n    method: GET\nstages:\n  - use: authorization\n";

function faultsOf(content: string) {
  try {
    readDocument(content);
  } catch (error) {
    if (error instanceof DocumentFault) return error.faults;
    throw error;
  }
  return [];
}

test.each([
  ["broken JSON", '{\n  "routes": [,\n}', { line: 2, column: 14 }],
  ["JSON that is cut", '{"routes": [', { line: 1, column: 13 }],
  ["a comment in JSON", '{ /* a */ "b": 1}', { line: 1, column: 3, message: "broken JSON: JSON has no comments" }],
  ["a name twice in JSON", '{"a": 1,\n "a": 2}', { line: 2, column: 2, message: "a: this name stands there twice" }],
  [
    "a name twice in YAML",
    `${YAML}stages: []\n`,
    { line: 6, column: 1, message: "stages: this name stands there twice" },
  ],
  [
    "odd indentation",
    "routes:\n  - path: /a\n    method: GET\n      classify:\n        category: x\n",
    { line: 3, column: 13 },
  ],
  ["a tab", "routes:\n\t- a\n", { line: 2, column: 1 }],
  ["a tag", `${YAML}envs:\n  a: !js x\n`, { line: 7, column: 6 }],
  ["a known tag", `${YAML}envs:\n  a: !!binary aGk=\n`, { line: 7, column: 6 }],
  ["two documents", `${YAML}---\na: 1\n`, { line: 6 }],
  ["another version", `%YAML 1.1\n---\n${YAML}`, { line: 1 }],
  ["no number of JSON", `${YAML}envs:\n  a: .inf\n`, { line: 7, column: 6, path: ["envs", "a"] }],
  ["an alias of nothing", `${YAML}envs: *a\n`, { line: 6, column: 7 }],
  ["a list as a name", `${YAML}envs:\n  ? [a]\n  : b\n`, { line: 7, column: 5 }],
  [
    "__proto__ in JSON",
    '{"routes": [{"path":"/a","method":"GET"}], "stages": [{"use":"useCache", "inputs":\n {"__proto__": {"a": 1}}}]}',
    { line: 2, column: 16, message: "stages[0].inputs.__proto__: this name is not allowed" },
  ],
  ["__proto__ in YAML", `${YAML}envs:\n  __proto__:\n    a: 1\n`, { line: 8, path: ["envs", "__proto__"] }],
  ["a fault of the schema in YAML", YAML.replace("authorization", "nothing"), { line: 5, column: 10 }],
  [
    "a fault of the schema in JSON",
    '{"routes":[{"path":"/a",\n"method":"GO"}],\n"stages":[{"use":"useCache"}]}',
    { line: 2, column: 10 },
  ],
  [
    "what is missing, at what it is missing in",
    `${YAML}  - use: httpRequest\n`,
    { line: 6, column: 5, path: ["stages", 1] },
  ],
  ["no object", "[]", { line: 1, message: "a pipeline is an object with routes and stages" }],
  ["a text", "hello", { line: 1, message: "a pipeline is an object with routes and stages" }],
  ["nothing", " \n", { line: 1, message: "the text is empty" }],
])("%s is refused with its place", (_, content, place) => {
  expect(faultsOf(content)[0]).toMatchObject(place);
});

test("more than a megabyte is refused, YAML from 256 KB on", () => {
  expect(faultsOf(" ".repeat(1024 ** 2 + 1))).toMatchObject([{ message: "the text is larger than 1 MB" }]);
  const [fault] = faultsOf(`${YAML}# ${"a".repeat(256 * 1024)}`);
  expect(fault?.message).toBe("YAML is read up to 256 KB, JSON up to 1024 KB");
  const large = JSON.stringify({
    description: "a".repeat(900_000),
    routes: [{ path: "/a", method: "GET" }],
    stages: [{ use: "useCache" }],
  });
  expect(readDocument(large).document.description).toHaveLength(900_000);
});

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test.each([61, 900, 5_000, 400_000])("%d levels are refused in both", (depth) => {
  const json = `{"routes":[{"path":"/a","method":"GET"}],"stages":[{"use":"useCache"}],"envs":{"a":${nested(depth)}}}`;
  for (const content of [json, `${YAML}envs:\n  a: ${nested(depth)}\n`])
    expect(faultsOf(content.slice(0, 1024 ** 2))[0]?.message).toMatch(/deeper than 60|256 KB/);
});

test("levels by indentation and by hyphens are counted too", () => {
  const lines = Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}a:`).join("\n");
  expect(faultsOf(lines)[0]?.message).toContain("deeper than 60");
  expect(faultsOf("- ".repeat(100_000))[0]?.message).toContain("deeper than 60");
});

test("58 levels are read", () => {
  expect(readSource(nested(58)).source.problems).toEqual([]);
});

test("an alias stands for what it names", () => {
  const { document } = readDocument(`${YAML}envs:\n  a: &x {b: [1]}\n  c: *x\n`);
  expect(document.envs).toEqual({ a: { b: [1] }, c: { b: [1] } });
});

test("a merge is a name like others", () => {
  const { document } = readDocument(`${YAML}envs:\n  a: &x {b: 1}\n  c:\n    <<: *x\n`);
  expect(document.envs["c"]).toEqual({ "<<": { b: 1 } });
});

test("aliases that stand for millions, and for themselves, are refused at once", () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (let level = 1; level < 9; level++) {
    const [one, before] = ["abcdefghi"[level], "abcdefghi"[level - 1]];
    bomb.push(`${one}: &${one} [${Array(9).fill(`*${before}`).join(",")}]`);
  }
  expect(faultsOf(bomb.join("\n"))[0]?.message).toMatch(/aliases/);
  expect(faultsOf("a: &a [*a, *a]")[0]?.message).toMatch(/aliases|deeper/);
  const wide = `a: &a [${Array(2_000).fill("1").join(",")}]\nb: [${Array(50).fill("*a").join(",")}]`;
  expect(faultsOf(wide)[0]?.message).toContain("aliases (*) stand for more than 10000 values");
  for (const text of [bomb.join("\n"), wide]) expect(busyMs(() => faultsOf(text), 1_000)).toBeLessThan(1_000);
});

test("names of objects are data and change no prototype", () => {
  const { document } = readDocument(`${YAML}envs:\n  constructor: 1\n  toString: 2\n  hasOwnProperty: 3\n`);
  expect(document.envs).toEqual({ constructor: 1, toString: 2, hasOwnProperty: 3 });
  expect(faultsOf('{"__proto__": {"routes": [], "polluted": 1}}').length).toBeGreaterThan(0);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test.each(["yes", "on", "2020-01-01", "0x1Fz", "12:30:45"])("%s is a text, as in YAML 1.2", (word) => {
  expect(readDocument(`${YAML}envs:\n  a: ${word}\n`).document.envs["a"]).toBe(word);
});

test("JSON that has commas at its ends is YAML; a mark of byte order and CRLF say nothing", () => {
  expect(readDocument('{"routes":[{"path":"/a","method":"GET"},],"stages":[{"use":"useCache"}],}').extension).toBe(
    "yaml",
  );
  expect(readDocument(`\uFEFF${YAML.replaceAll("\n", "\r\n")}`).extension).toBe("yaml");
  expect(readDocument('\uFEFF{"routes":[{"path":"/a","method":"GET"}],"stages":[{"use":"useCache"}]}').extension).toBe(
    "json",
  );
});
