import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../../../tests/engines/generate/random";
import { type AnalyticsLimits, daysToDrop } from "./retention";
import { createDaySums, SummedRecordSchema } from "./rows";

const LIMITS: AnalyticsLimits = { days: 180, records: 100, bytes: 1_000, sumsDays: 1_000 };
const NOW = Date.parse("2026-03-10T12:00:00Z");
const entry = (day: string, more = {}) => ({
  day,
  run: `${day} run`,
  figures: "",
  changed: "",
  includes: "",
  closed: false,
  ...more,
});

function dropped(
  records: Record<string, number>,
  { limits = LIMITS, bytes = 0, unsummed = [] as string[], known = Object.keys(records) } = {},
) {
  const { summed, others } = daysToDrop({
    known: known.map((day) => entry(day)),
    records: new Map(Object.entries(records)),
    bytes,
    limits,
    now: NOW,
    unsummed: new Set(unsummed),
  });
  return [...summed.map(({ day }) => day), ...others.map(({ day }) => `${day} unsummed`)].sort();
}

describe("days of analytics that are to go", () => {
  test("too old ones go, and the newest never does", () => {
    expect(dropped({ "2025-01-01": 1, "2026-03-09": 1 })).toEqual(["2025-01-01"]);
    expect(dropped({ "2025-01-01": 1 })).toEqual([]);
  });

  test("where it is too much, the oldest go, as few as will do", () => {
    expect(
      dropped({ "2026-03-01": 25, "2026-03-02": 25, "2026-03-03": 25, "2026-03-04": 20, "2026-03-05": 20 }),
    ).toEqual(["2026-03-01"]);
  });

  test("a day that is larger than its part goes before older ones, the largest first", () => {
    expect(
      dropped({ "2026-03-01": 10, "2026-03-02": 10, "2026-03-03": 90, "2026-03-04": 10, "2026-03-05": 10 }),
    ).toEqual(["2026-03-03"]);
    expect(
      dropped({ "2026-03-01": 10, "2026-03-02": 60, "2026-03-03": 90, "2026-03-04": 30, "2026-03-05": 10 }),
    ).toEqual(["2026-03-03", "2026-03-02"].sort());
  });

  test("what the newest day has beyond its part pushes nothing out", () => {
    expect(dropped({ "2026-03-01": 20, "2026-03-02": 20, "2026-03-03": 20, "2026-03-10": 5_000 })).toEqual([]);
    expect(dropped({ "2026-03-01": 20, "2026-03-10": 5_000 }, { bytes: 900 })).toEqual([]);
  });

  test("a day that cannot be summed goes without sums when it is beyond, and stays otherwise", () => {
    const days = { "2026-03-01": 10, "2026-03-03": 120, "2026-03-05": 10 };
    expect(dropped(days, { known: ["2026-03-01"] })).toEqual([]);
    expect(dropped(days, { known: ["2026-03-01"], unsummed: ["2026-03-03"] })).toEqual(["2026-03-03 unsummed"]);
    expect(dropped({ "2026-03-03": 12, "2026-03-05": 10 }, { known: [], unsummed: ["2026-03-03"] })).toEqual([]);
    expect(dropped({ "2025-03-03": 12, "2026-03-05": 10 }, { known: [], unsummed: ["2025-03-03"] })).toEqual([
      "2025-03-03 unsummed",
    ]);
  });
});

test("a day is summed up in so many rows, and its hours count all", () => {
  const sums = createDaySums({ most: 50 });
  for (let n = 0; n < 500; n++)
    sums.add(
      SummedRecordSchema.parse({
        timestamp: "2026-03-01T10:00:00Z",
        search_query: `term ${n}`,
        user_id: `u${n}`,
        indices: ["shoes"],
        hits_in_response: [{ id: `d${n}`, index: "shoes", click: true, click_position: 1, conversion: false }],
        search_filters: [{ key: "a", value: `v${n}` }],
      }),
    );
  const rows = [...sums.rows()];
  expect(rows.length).toBeLessThan(60);
  expect(rows.filter(({ kind }) => kind === "hour").reduce((all, { count }) => all + count, 0)).toBe(500);
  expect(rows.flatMap(({ user_id }) => user_id ?? [])).toHaveLength(50);
});

test("limits that are lowered take of days of any size what they ask for, and at most a quarter more", () => {
  const random = randomFrom(26);
  for (let round = 0; round < 3_000; round++) {
    const records = new Map(
      Array.from({ length: 2 + random.below(20) }, (_, n) => [
        new Date(NOW - n * 86_400_000).toISOString().slice(0, 10),
        1 + random.below(10 ** random.pick([1, 3, 5])),
      ]),
    );
    const limits = {
      ...LIMITS,
      records: 1 + random.below(10 ** random.pick([2, 4, 6])),
      bytes: 10 ** random.pick([4, 6, 8]),
    };
    const all = [...records.values()].reduce((sum, one) => sum + one, 0);
    const bytes = all * random.below(1_000);
    const { summed, others } = daysToDrop({
      known: [...records.keys()].map((day) => entry(day)),
      records,
      bytes,
      limits,
      now: NOW,
    });
    expect(others).toEqual([]);
    const gone = summed.reduce((sum, { most }) => sum + most, 0);
    const each = all === 0 ? 0 : bytes / all;
    const asked = Math.max(
      all > limits.records ? all - limits.records * 0.75 : 0,
      bytes > limits.bytes ? (bytes - limits.bytes * 0.75) / each : 0,
    );
    expect(gone).toBeLessThanOrEqual(asked + 1);
    const newest = records.get("2026-03-10") ?? 0;
    expect(summed.map(({ day }) => day)).not.toContain("2026-03-10");
    expect(all - gone).toBeLessThanOrEqual(Math.max(limits.records, limits.records + newest));
  }
});

test("a day that was to go whole and of which a part is left goes on only where it is still too much", () => {
  const records = new Map([
    ["2026-03-01", 30],
    ["2026-03-09", 20],
  ]);
  const known = [entry("2026-03-01", { closed: true }), entry("2026-03-09")];
  expect(daysToDrop({ known, records, bytes: 0, limits: LIMITS, now: NOW }).summed).toEqual([]);
  expect(daysToDrop({ known, records, bytes: 0, limits: { ...LIMITS, records: 30 }, now: NOW }).summed).toMatchObject([
    { day: "2026-03-01", isWhole: false, least: 8 },
  ]);
});
