import { describe, expect, test } from "vitest";
import { drawnFrom, findsNothing, queriesOf } from "./query-set";
import { testsOfQueries } from "./query-set.server";
import { NewTestSchema, requestFor } from "./records.server";

const counted = (all: Record<string, number>) => Object.entries(all).map(([key, count]) => ({ key, count }));
const drawnOf = (all: Record<string, number>, each: number) => {
  const { head, middle, tail } = drawnFrom(queriesOf(counted(all), []), each);
  return [head, middle, tail].map(({ drawn }) => drawn.map(({ query }) => query));
};

describe("head, middle and tail", () => {
  test("are the thirds of all searches, by how many come before a query", () => {
    expect(drawnOf({ a: 30, b: 20, c: 10, d: 10, e: 10, f: 5, g: 5 }, 10)).toEqual([
      ["a"],
      ["b", "c"],
      ["d", "e", "f", "g"],
    ]);
    expect(drawnOf({ only: 1 }, 10)).toEqual([["only"], [], []]);
    expect(drawnOf({}, 10)).toEqual([[], [], []]);
  });

  test("are drawn evenly spaced, the same for whatever order the server tells them in", () => {
    const all = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`q${String(at).padStart(5, "0")}`, 1]));
    const [head] = drawnOf(all, 4);
    expect(head).toEqual(["q00000", "q00833", "q01667", "q02500"]);
    const back = Object.fromEntries(Object.entries(all).reverse());
    expect(drawnOf(back, 4)).toEqual(drawnOf(all, 4));
  });

  test("tell the share of each query, which add up to all", () => {
    const { head, middle, tail } = drawnFrom(queriesOf(counted({ a: 6, b: 3, c: 1 }), []), 10);
    expect([head, middle, tail].flatMap(({ drawn }) => drawn.map(({ share }) => share))).toEqual([0.6, 0.3, 0.1]);
  });
});

describe("the queries of a server", () => {
  test("are one for capitals and spaces, and leave out empty and overlong ones", () => {
    const rows = counted({
      Boots: 3,
      " boots ": 5,
      "<empty_query>": 90,
      " ": 4,
      ["x".repeat(201)]: 7,
      "<b>bold</b>": 1,
    });
    expect(queriesOf(rows, counted({ BOOTS: 4, gone: 9 }))).toEqual([
      { query: "boots", count: 8, nothing: 4 },
      { query: "<b>bold</b>", count: 1, nothing: 0 },
    ]);
  });

  test("find nothing where half of their searches did", () => {
    expect([3, 4].map((nothing) => findsNothing({ query: "a", count: 8, nothing }))).toEqual([false, true]);
  });
});

describe("tests of queries", () => {
  const stored = (label: string, id = "t1") => ({
    ...NewTestSchema.parse({ label, request: requestFor(label), expectations: [{ kind: "notEmpty" }] }),
    ...{ id, version: 1, person: "ann", changed: 1, last: null },
  });

  test("are left out where one has the query for its label, and can be saved as they are", () => {
    const put = testsOfQueries([stored("Boots")], ["boots", "rain", "RAIN", "<i>x</i>"]);
    expect(put.map(({ test }) => test.label)).toEqual(["rain", "<i>x</i>"]);
    for (const one of put) expect(NewTestSchema.safeParse(one.test).success).toBe(true);
  });

  test("have the same id for two people, and another one where it is taken", () => {
    const [one] = testsOfQueries([], ["rain"]);
    const [two] = testsOfQueries([], ["Rain"]);
    expect(two?.id).toBe(one?.id);
    const [three] = testsOfQueries([stored("renamed", one?.id)], ["rain"]);
    expect(three?.id).not.toBe(one?.id);
  });
});
