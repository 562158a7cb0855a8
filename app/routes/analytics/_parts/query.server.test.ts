import { describe, expect, it } from "vitest";
import { figuresAddress } from "./analytics-address";
import { queryOf } from "./query.server";

const now = Date.parse("2026-11-23T06:40:00.500Z");
const free = { billing: true, isPaid: false, plan: "free", tier: null, features: [] };
const scopeOf = (plan: object) =>
  ({ preferences: { zone: "Europe/Oslo" }, identity: { plan } }) as unknown as Parameters<typeof queryOf>[0];
const asked = (search: string, plan: object = { billing: false, features: [] }) =>
  queryOf(scopeOf(plan), figuresAddress.at(search).state, now);

describe("the comparison of an address", () => {
  it("is the period before, with the same filters", () => {
    const { range, before, query } = asked("?range=this-month&user=ada&compare=before");
    expect(range.dates).toBe("1 – 23 Nov 2026");
    expect(before?.range.dates).toBe("1 – 23 Oct 2026");
    expect(before).toEqual({ ...query, range: before?.range });
    expect(new Date(before?.range.from ?? 0).toISOString()).toBe("2026-09-30T22:00:00.000Z");
    expect(before?.range.days).toEqual({ from: "2026-10-01", to: "2026-10-23" });
  });

  it("is fixed moments in a link to these numbers, which stay the same whatever the time", () => {
    const address =
      "?from=2026-10-31T23:00:00Z&to=2026-11-23T06:40:01Z&zone=Europe/Oslo&compare=2026-09-30T22:00:00Z/2026-10-23T05:40:01Z";
    expect(figuresAddress.at(figuresAddress.at(address).search).state).toEqual(figuresAddress.at(address).state);
    expect(asked(address).before?.range.from).toBe(Date.parse("2026-09-30T22:00:00Z"));
  });

  it("is the period before at first, also where it cannot be read, and goes by a word", () => {
    expect(asked("?range=this-month").before?.range.dates).toBe("1 – 23 Oct 2026");
    expect(asked("?range=this-month&compare=2026-10-01").before?.range.dates).toBe("1 – 23 Oct 2026");
    expect(figuresAddress.at("?compare=later").remarks).toHaveLength(1);
    expect(asked("?compare=none").before).toBeNull();
    expect(figuresAddress.at("").href({ compare: "" })).toBe("?compare=none");
    expect(figuresAddress.at("?compare=none").href({ compare: "before" })).not.toContain("compare");
  });

  it("is none where the plan leaves it out", () => {
    expect(asked("", free).before).toBeNull();
    expect(asked("?compare=before", free).before).toBeNull();
  });
});
