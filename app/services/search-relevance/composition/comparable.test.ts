import type { JsonValue } from "@common/text/json";
import { expect, it } from "vitest";
import { comparable, isAlike } from "./comparable";

it.each<[JsonValue, JsonValue, boolean]>([
  [{ a: 1, b: [true, null] }, { b: ["true", "null"], a: "1" }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
  [{ toString: "x" }, {}, false],
  [[1, 2], [1], false],
  [[1, 2], [2, 1], false],
  [["a"], "a", false],
  [{ a: {} }, { a: [] }, false],
  [{ a: "" }, { a: {} }, false],
  ["1", 1, true],
])("%j and %j: %s", (one, other, same) => {
  expect([isAlike(one, other), isAlike(other, one), comparable(one) === comparable(other)]).toEqual([same, same, same]);
});
