import { describe, expect, test } from "vitest";
import { nextVisit, type Visit, type VisitStep } from "./visit";

const start = Date.parse("2026-03-28T23:50:00Z");
const minutes = (count: number) => start + count * 60_000;
const plain: VisitStep = {
  userId: "ada",
  recordedBy: "page",
  ip: "10.0.0.1",
  searchId: "s1",
  indices: ["lamps"],
  isClick: false,
  isFiltered: false,
  events: {},
  now: start,
};

function after(...steps: Partial<VisitStep>[]): Visit[] {
  const visits: Visit[] = [];
  for (const step of steps) {
    const last = visits.at(-1) ?? null;
    const next = nextVisit(last, { ...plain, ...step });
    if (last && next.timestamp === last.timestamp) visits[visits.length - 1] = next;
    else visits.push(next);
  }
  return visits;
}

describe("visits", () => {
  test("one search, and more of the same, is a visit that ended at once", () => {
    expect(after({})).toMatchObject([{ duration: 0, bounce: true, timestamp: "2026-03-28T23:50:00.000Z" }]);
    expect(after({}, { now: minutes(1) })).toMatchObject([{ duration: 60, bounce: true }]);
    // A filter of the first search says nothing of what came after it.
    expect(after({ isFiltered: true })).toMatchObject([{ bounce: true }]);
  });

  test.each<[string, Partial<VisitStep>]>([
    ["another search", { searchId: "s2" }],
    ["a click", { isClick: true }],
    ["a filter", { isFiltered: true }],
  ])("%s shows that somebody stayed", (_, step) => {
    expect(after({}, { ...step, now: minutes(20) }, { now: minutes(21) })).toMatchObject([
      { bounce: false, duration: 21 * 60 },
    ]);
  });

  test("half an hour without anything ends it, midnight does not", () => {
    const visits = after({}, { now: minutes(30) }, { now: minutes(60) }, { now: minutes(90) + 1, indices: ["books"] });
    expect(visits).toMatchObject([
      { duration: 3600, timestamp: "2026-03-28T23:50:00.000Z", indices: ["lamps"] },
      { duration: 0, timestamp: "2026-03-29T01:20:00.001Z", indices: ["books"] },
    ]);
  });

  test("events and indices add up, and a clock that is behind makes it no shorter", () => {
    expect(
      after(
        { events: { c_platform: "ios" } },
        { indices: ["books"], events: { c_campaign: "x" }, now: minutes(5) },
        { now: minutes(4) },
      ),
    ).toMatchObject([
      {
        c_platform: "ios",
        c_campaign: "x",
        indices: ["lamps", "books"],
        duration: 300,
        updated_at: "2026-03-28T23:55:00.000Z",
      },
    ]);
  });
});
