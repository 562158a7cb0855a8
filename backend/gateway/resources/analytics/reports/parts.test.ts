import { expect, test, vi } from "vitest";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { partsOf } from "./parts";

const refused = new HttpError(400, "elastic: Error 400", {
  cause: { type: "too_many_buckets_exception", reason: "too many buckets" },
});

test("a part that the engine refuses is empty, and the log says which and why", async () => {
  const log = { warn: vi.fn() };
  const parts = await partsOf(log, [
    ["popular_searches", Promise.resolve([{ key: "boot" }])],
    ["search_histogram", Promise.reject(refused), "search_volume"],
    ["popular_results", Promise.reject(new HttpError(503, "elastic: Error 503"))],
  ]);
  expect(parts).toEqual([{ popular_searches: [{ key: "boot" }] }, { search_volume: [] }, { popular_results: [] }]);
  expect(log.warn.mock.calls.map(([fields]) => fields)).toEqual([
    { part: "search_histogram", status: 400, reason: "too many buckets" },
    { part: "popular_results", status: 503, reason: "elastic: Error 503" },
  ]);
});

test.each([
  ["a fault of our own", new TypeError("rows is undefined")],
  [
    "an engine that cannot be reached",
    new HttpError(500, "no Elasticsearch node available", {
      cause: { type: "engine_unreachable", reason: "ECONNREFUSED" },
    }),
  ],
  ["a caller who went away", new HttpError(499, "the caller went away")],
])("%s is no empty part", async (_, error) => {
  const log = { warn: vi.fn() };
  await expect(partsOf(log, [["popular_searches", Promise.reject(error)]])).rejects.toBe(error);
  expect(log.warn).not.toHaveBeenCalled();
});
