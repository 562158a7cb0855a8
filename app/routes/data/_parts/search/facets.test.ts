import { expect, it } from "vitest";
import { boundText } from "./facets";

it.each([
  ["1990", "1990"],
  ["0.10000000149011612", "0.1"],
  ["1234567890", "1234567890"],
  ["9007199254740993", "9.007199e+15"],
  ["-1.5", "-1.5"],
])("a bound of %s is shown as %s", (given, shown) => {
  expect(boundText(given)).toBe(shown);
});
