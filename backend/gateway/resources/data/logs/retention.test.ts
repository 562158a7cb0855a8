import { expect, test } from "vitest";
import { randomFrom } from "../../../../../tests/engines/generate/random";
import { type AgedPiece, isFull, removalOf } from "./removal";

const DAY = 24 * 3600 * 1000;
const now = 100 * DAY;
const limits = { days: 8, records: 1_000, bytes: 4_000 };
const piece = (name: string, given: Partial<AgedPiece> = {}): AgedPiece => ({
  name,
  records: 100,
  bytes: 100,
  oldest: now - DAY / 2,
  newest: now,
  aged: 0,
  ...given,
});

test.each([
  ["an eighth of the records", { records: 125 }, true],
  ["an eighth of the bytes", { bytes: 500 }, true],
  ["an eighth of the days", { oldest: now - DAY }, true],
  ["less of all", {}, false],
  ["nothing, however old it is", { records: 0, oldest: null }, false],
])("a piece with %s", (_, given, full) => {
  expect(isFull(piece("a", given), { limits, now })).toBe(full);
});

const whole = (name: string, records: number) => ({ name, whole: true, records });
const cut = (name: string, least: number, most: number) => ({ name, whole: false, least, most });

test.each([
  ["nothing within the limits", [piece("a"), piece("b")], []],
  ["all that is too old, as a whole", [piece("a", { aged: 100 }), piece("b")], [whole("a", 100)]],
  ["of a piece what is too old", [piece("a", { aged: 7 }), piece("b")], [cut("a", 7, 7)]],
  [
    "a piece no larger than what is too much and a quarter of the limit",
    [piece("a", { records: 300 }), piece("b", { records: 800 }), piece("c")],
    [whole("a", 300)],
  ],
  [
    "of a piece that is far too large its oldest",
    [piece("a", { records: 68_319 }), piece("b", { records: 0, bytes: 0 })],
    [cut("a", 67_319, 67_444)],
  ],
  ["of the one that is written to too", [piece("a", { records: 9_000 })], [cut("a", 8_000, 8_125)]],
  ["by bytes", [piece("a", { bytes: 8_000 }), piece("b", { bytes: 0, records: 0 })], [cut("a", 50, 56)]],
])("what goes: %s", (_, pieces, gone) => {
  expect(removalOf(pieces, limits)).toEqual(gone);
});

test("limits that are lowered and raised over pieces of any size remove what they ask for, and at most a quarter more", () => {
  const random = randomFrom(25);
  const sizes = [0, 1, 9, 250, 3_000, 68_319, 1_000_000];
  for (let round = 0; round < 3_000; round++) {
    const pieces = Array.from({ length: 1 + random.below(12) }, (_, n) => {
      const records = Math.floor(random.pick(sizes) * random.next());
      return piece(`p${n}`, { records, bytes: Math.floor(records * random.next() * 10_000) });
    });
    let left = pieces.map(({ records, ...rest }) => ({ ...rest, records }));
    for (let change = 0; change < 4; change++) {
      const set = { records: 1_000 + random.below(10 ** random.pick([3, 5, 7])), bytes: 10 ** random.pick([7, 9, 12]) };
      const sum = (all: readonly AgedPiece[]) =>
        all.reduce((one, { records, bytes }) => ({ records: one.records + records, bytes: one.bytes + bytes }), {
          records: 0,
          bytes: 0,
        });
      const before = sum(left);
      const gone = new Map(
        removalOf(left, set).map((removal) => [removal.name, removal.whole ? removal.records : removal.most]),
      );
      left = left.map((one) => {
        const records = one.records - (gone.get(one.name) ?? 0);
        return { ...one, records, bytes: Math.round(one.records === 0 ? 0 : (one.bytes / one.records) * records) };
      });
      const after = sum(left);
      expect(after.records).toBeLessThanOrEqual(set.records);
      expect(after.bytes).toBeLessThanOrEqual(set.bytes + pieces.length);
      if (before.records <= set.records && before.bytes <= set.bytes) expect(after).toEqual(before);
      // By at least one of the two.
      const [ofRecords, ofBytes] = [before.records > set.records, before.bytes > set.bytes];
      const isEnough =
        (ofRecords && after.records >= set.records * 0.75 - 1) || (ofBytes && after.bytes >= set.bytes * 0.75 - 10_000);
      if (ofRecords || ofBytes) expect(isEnough, JSON.stringify({ pieces, set, before, after })).toBe(true);
    }
  }
});
