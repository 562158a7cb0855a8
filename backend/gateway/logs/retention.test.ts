import { expect, test } from "vitest";
import { beyond, isFull, type Piece } from "./retention";

const DAY = 24 * 3600 * 1000;
const now = 100 * DAY;
const limits = { days: 8, records: 1_000, bytes: 4_000 };
const piece = (name: string, given: Partial<Piece> = {}): Piece => ({ name, records: 100, bytes: 100, oldest: now - DAY, newest: now, ...given });

test.each([
  ["a quarter of the records", { records: 250 }, true],
  ["a quarter of the bytes", { bytes: 1_000 }, true],
  ["a quarter of the days", { oldest: now - 2 * DAY }, true],
  ["less of all", {}, false],
  ["nothing, however old it is", { records: 0, oldest: null }, false],
])("a piece with %s", (_, given, full) => {
  expect(isFull(piece("a", given), { limits, now })).toBe(full);
});

test.each([
  ["all within the limits", [piece("a"), piece("b")], []],
  ["older than the days as a whole", [piece("a", { newest: now - 9 * DAY }), piece("b")], ["a"]],
  ["too many records with those after it", [piece("a", { records: 800 }), piece("b", { records: 900 }), piece("c")], ["a"]],
  ["too many bytes, and what is before goes too", [piece("a", { bytes: 1 }), piece("b", { bytes: 3_950 }), piece("c")], ["b", "a"]],
  ["the one that is written to, however large", [piece("a", { records: 9_000 })], []],
])("what goes: %s", (_, pieces, gone) => {
  expect(beyond(pieces, { limits, now })).toEqual(gone);
});
