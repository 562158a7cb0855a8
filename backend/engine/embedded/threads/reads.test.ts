import { describe, expect, it } from "vitest";
import { routes as clusterRoutes } from "../cluster/routes";
import { routes as documentRoutes } from "../documents/routes";
import { routes as indexRoutes } from "../index/routes";
import { routes as searchRoutes } from "../search/routes";
import { READING_ROUTES } from "./reading-routes";
import { isRead, mayCompareVectors } from "./reads";

type Row = { methods: readonly ("GET" | "HEAD" | "POST" | "PUT" | "DELETE")[]; path: string };

const called = (rows: readonly Row[]) =>
  rows.flatMap(({ methods, path }) =>
    methods.map((method) => ({ method, path: path.replace("{index}", "shoes").replaceAll(/\{\w+\}/g, "x%2Fy") })),
  );

const reading: Row[] = READING_ROUTES;
const known = new Set<Row>(reading);
const others = [...searchRoutes, ...documentRoutes, ...clusterRoutes, ...indexRoutes].filter((row) => !known.has(row));

describe("isRead", () => {
  it.each(called(reading))("sends $method $path to a thread that reads", (call) => {
    expect(isRead(call)).toBe(true);
  });

  it.each(called(others))("leaves $method $path with the one that writes", (call) => {
    expect(isRead(call)).toBe(false);
  });

  it("leaves scrolls with the one that writes", () => {
    expect(isRead({ method: "POST", path: "/shoes/_search", query: { scroll: "1m" } })).toBe(false);
  });
});

it("knows searches that may compare vectors, as text and as bytes", () => {
  const body = JSON.stringify({ query: { knn: { v: { vector: [1, 2], k: 1 } } } });
  expect(mayCompareVectors({ body })).toBe(true);
  expect(mayCompareVectors({ body: new TextEncoder().encode(body) })).toBe(true);
  expect(mayCompareVectors({ body: '{"query":{"match_all":{}}}' })).toBe(false);
  expect(mayCompareVectors({})).toBe(false);
});
