import { describe, expect, test } from "vitest";
import { gathered, namedIndices } from "./count";
import { lastDue } from "./keeper";

const at = (text: string) => Date.parse(text) / 1000;

describe("when popular searches are collected", () => {
  test.each([
    ["2026-11-23T23:29:59Z", "2026-11-22T23:30:00Z"],
    ["2026-11-23T23:30:00Z", "2026-11-23T23:30:00Z"],
    ["2026-11-24T00:00:00Z", "2026-11-23T23:30:00Z"],
    ["2026-03-01T12:00:00Z", "2026-02-28T23:30:00Z"],
  ])("at %s it was due last at %s", (now, due) => {
    expect(lastDue(at(now))).toBe(at(due));
  });
});

describe("what becomes of counts", () => {
  const found = [
    { key: "café", count: 3, indices: ["a"], counts: [{ index: "a", count: 3 }] },
    { key: "cafe", count: 2, indices: ["b"], counts: [{ index: "b", count: 2 }] },
    { key: "tea", count: 9, indices: ["a"], counts: [{ index: "a", count: 9 }] },
  ];

  test.each([
    [{}, ["tea 9", "café 3", "cafe 2"]],
    [{ transformDiacritics: true }, ["tea 9", "cafe 5"]],
    [{ transformDiacritics: true, minCount: 5, blacklist: [" TEA "] }, ["cafe 5"]],
    [{ transformDiacritics: true, blacklist: ["Café"] }, ["tea 9"]],
    [{ minChars: 4, externalSuggestions: [{ key: "tea", count: 1 }] }, ["café 3", "cafe 2", "tea 1"]],
    [{ externalSuggestions: [{ key: "Tea", count: 5, indices: ["c"] }], minCount: 4 }, ["tea 14"]],
  ])("%j", (preferences, expected) => {
    expect(gathered(found, preferences).map(({ key, count }) => `${key} ${count}`)).toEqual(expected);
  });

  test("indices come together", () => {
    const counts = [
      { index: "a", count: 3 },
      { index: "b", count: 2 },
    ];
    expect(gathered(found, { transformDiacritics: true })[1]).toEqual({
      key: "cafe",
      count: 5,
      indices: ["a", "b"],
      chars: 4,
      counts,
    });
    const more = gathered(found, {
      externalSuggestions: [
        { key: "tea", count: 1 },
        { key: "tea", count: 2, indices: ["a"] },
      ],
    });
    expect(more[0]).toMatchObject({
      key: "tea",
      count: 12,
      counts: [
        { index: "a", count: 11 },
        { index: "*", count: 1 },
      ],
    });
  });

  test.each([
    [null, null],
    [[], null],
    [["*"], null],
    [["a", " "], ["a"]],
  ])("%j names %j", (indices, named) => {
    expect(namedIndices(indices)).toEqual(named);
  });
});
