import { Linter } from "eslint";
import { describe, expect, test } from "vitest";
import rule from "../../server/checks/no-rescanned-run.mjs";

const linter = new Linter({ configType: "flat" });
const told = (expression: string) =>
  linter
    .verify(`export const found = ${expression};`, [
      { plugins: { own: { rules: { rule } } }, rules: { "own/rule": "error" } },
    ])
    .map(({ message }) => message);

describe("an expression that reads a text again from each beginning", () => {
  test.each([
    String.raw`/"index":\[[^\]]*\]/g`,
    String.raw`/"[^"]*":/g`.replace('"[', "a["),
    String.raw`/<script[\s\S]*?<\/script>/gi`,
    String.raw`/x(?:ab)+a[^c]*c/g`,
    String.raw`/(?:y|in \{[^}]*\})/g`,
    String.raw`/begin.*end/gs`,
  ])("%s is told", (expression) => {
    expect(told(expression)).toEqual([expect.stringContaining("to the end of the text")]);
  });
});

describe("one that reads it once is not", () => {
  test.each([
    ["without the flag", String.raw`/"index":\[[^\]]*\]/`],
    ["at its place alone", String.raw`/"index":\[[^\]]*\]/gy`],
    ["with a bound", String.raw`/"index":\[[^\]]{0,100}\]/g`],
    ["where the run stops before the next beginning", String.raw`/\[[^[\]]*\]/g`],
    ["where nothing has to follow", String.raw`/"index":[^\]]*/g`],
    ["where nothing goes before", String.raw`/[^\]]*/g`],
  ])("%s", (_, expression) => {
    expect(told(expression)).toEqual([]);
  });
});

test("a text of many beginnings is what it is about", () => {
  const text = '"index":['.repeat(4_000);
  const took = (expression: RegExp) => {
    const began = performance.now();
    text.replace(expression, "");
    return performance.now() - began;
  };
  expect(took(/"index":\[[^[\]]*\]/g)).toBeLessThan(took(/"index":\[[^\]]*\]/g) / 4);
});
