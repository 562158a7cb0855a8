import { expect, it } from "vitest";
import { editDistance } from "./edit-distance";

it.each([
  ["batman", "batman", 2, 0],
  ["batmna", "batman", 2, 1],
  ["btman", "batman", 2, 1],
  ["batmann", "batman", 2, 1],
  ["butmen", "batman", 2, 2],
  ["bat", "batman", 2, undefined],
  ["horror", "comedy", 3, undefined],
  ["naïve", "naive", 1, 1],
  ["", "ab", 2, 2],
  ["ab", "ba", 0, undefined],
])("from %j to %j, at most %i, it takes %s", (one, other, most, distance) => {
  expect(editDistance(one, other, most)).toBe(distance);
});
