import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CountsSchema, shapeOf, testsNamed, withFigures } from "../../scripts/security-figures/figures";
import { sourceFiles } from "./source-files";

const page = readFileSync("docs/run/security.md", "utf8");
const counts = CountsSchema.parse(JSON.parse(readFileSync("scripts/security-figures/counts.json", "utf8")));
const tests = sourceFiles().filter(({ path }) => /\.test\.tsx?$/.test(path));

describe("the figures of docs/run/security.md: run node scripts/print-security-figures.mjs", () => {
  it("are those that were counted", () => {
    expect(page).toBe(withFigures(page, counts));
  });

  it("are of the tests that the page names", () => {
    const named = testsNamed(
      page,
      tests.map(({ path }) => path),
    );
    expect(named.length).toBeGreaterThan(80);
    expect(Object.keys(counts).sort()).toEqual(named);
  });

  it("were counted since these tests changed", () => {
    const changed = tests.filter(({ path, text }) => {
      const counted = counts[path];
      return counted !== undefined && counted.shape !== shapeOf(path, text);
    });
    expect(changed.map(({ path }) => path)).toEqual([]);
  });
});

it("a name on a page is one test; one that is none, or may be two, is an error", () => {
  const files = ["app/a.test.ts", "tests/e2e/d.test.ts", "common/a/b.test.ts", "tests/b.test.ts"];
  expect(testsNamed("`a.test.ts`, `d.test.ts`, `tests/*.test.ts`", files)).toEqual([
    "app/a.test.ts",
    "tests/b.test.ts",
  ]);
  expect(() => testsNamed("`c.test.ts`", files)).toThrow("which is no test");
  expect(() => testsNamed("`b.test.ts`", files)).toThrow("common/a/b.test.ts or tests/b.test.ts");
  expect(testsNamed("`{app/a,tests/b}.test.ts`", files)).toEqual(["app/a.test.ts", "tests/b.test.ts"]);
});

it("a file has another shape with another test, title or row, not with another line in a test", () => {
  const text = 'const ROWS = [1, 2]; it.each(ROWS)("adds %i", () => { sum(1); });';
  const shape = shapeOf("a.test.ts", text);
  expect(shapeOf("a.test.ts", text.replace("sum(1)", "sum(2)"))).toBe(shape);
  for (const other of [
    `${text} it("more", () => {});`,
    text.replace("adds", "takes"),
    text.replace("[1, 2]", "[1, 2, 3]"),
  ])
    expect(shapeOf("a.test.ts", other)).not.toBe(shape);
});
