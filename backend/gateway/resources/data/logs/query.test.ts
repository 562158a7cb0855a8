import { expect, test } from "vitest";
import { logSearchBody } from "./query";

const NOW = Date.UTC(2024, 4, 11, 12);

function rangeOf(query: Record<string, string>): unknown {
  const body = logSearchBody({ query, visible: [], latency: false, now: NOW });
  return JSON.parse(JSON.stringify(body)).query.bool.filter[0].range.timestamp;
}

test.each([
  [{}, Date.UTC(2024, 3, 11, 12), NOW],
  [{ start_date: "2024/05/01", end_date: "2024/05/02" }, Date.UTC(2024, 4, 1), Date.UTC(2024, 4, 3) - 1],
  [
    { start_date: "2024/05/01", end_date: "2024/05/01", time_zone: "Asia/Kolkata" },
    Date.UTC(2024, 3, 30, 18, 30),
    Date.UTC(2024, 4, 1, 18, 30) - 1,
  ],
  [
    { from_timestamp: "1715000000", to_timestamp: "1715003600", start_date: "2020/01/01" },
    1_715_000_000_000,
    1_715_003_600_000,
  ],
  [{ start_date: "01-02-2024", end_date: "x" }, Date.UTC(2024, 3, 11, 12), NOW],
])("dates %j", (query, gte, lte) => {
  expect(rangeOf(query)).toMatchObject({ gte, lte });
});

test.each([
  ["5", 5],
  ["x", 100],
  ["1001", 100],
  ["-1", 10],
])("size %s gives %i", (size, expected) => {
  expect(logSearchBody({ query: { size }, visible: [], latency: false })["size"]).toBe(expected);
});

test("bad numbers and orders are refused in the real server's words", () => {
  expect(() => logSearchBody({ query: { from: "x" }, visible: [], latency: false })).toThrow(
    'strconv.Atoi: parsing "x": invalid syntax',
  );
  expect(() => logSearchBody({ query: { from: "10000" }, visible: [], latency: false })).toThrow(
    "Result window is too large",
  );
  expect(() => logSearchBody({ query: { order_by_latency: "up" }, visible: [], latency: true })).toThrow(
    'invalid value "up" for query param "order_by_latency"',
  );
});
