import { expect, it } from "vitest";
import { overweight } from "./json-weight";
import { busyMs } from "../../tests/setup/busy";

const BOUNDS = { values: 5, text: 4, digits: 3 };

it.each([
  ["", undefined],
  ["[1,2,3,4]", undefined],
  ["[1,2,3,4,5]", undefined],
  ["[1,2,3,4,5,6]", { of: "values", counted: 6 }],
  ['{"a":1,"b":[{"c":1}]}', undefined],
  ['{"a":1,"b":[{"c":1}],"d":2}', undefined],
  ['{"a":1,"b":[{"c":1}],"d":2,"e":3}', { of: "values", counted: 6 }],
  ['"abcd"', undefined],
  ['"abcde"', { of: "text", counted: 5 }],
  ['"a,b,"', undefined],
  [String.raw`"\\"`, undefined],
  [String.raw`"\"\"\""`, { of: "text", counted: 6 }],
  [String.raw`"a\\",[1]`, undefined],
  ["-12", undefined],
  ["1e999", { of: "digits", counted: 5 }],
  ["[true,false]", undefined],
  ['"abcdefg', { of: "text", counted: 6 }],
  ["1\n[1]\n[1]\n[1]\n[1]\n[1,1]", { of: "values", counted: 6 }],
])("%s", (text, expected) => {
  expect(overweight(text, BOUNDS)).toEqual(expected);
});

it("what has no bound is not counted", () => {
  expect(overweight(`["${"x".repeat(100)}",${"1".repeat(100)}]`, {})).toBeUndefined();
});

it("is one walk, whatever the text holds", () => {
  const units = ['"', "\\", '\\"', '"\\', ",", "1", "[", '"",', "{}", "e", "-"];
  for (const unit of units) {
    const text = unit.repeat(2_000_000 / unit.length);
    const weighed = () => [overweight(text, {}), overweight(`"${text}"`, {})];
    expect(busyMs(weighed, 400), unit).toBeLessThan(400);
  }
});
