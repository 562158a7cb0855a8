import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTarget, type Target } from "../../replay/target";

const ADMIN = `Basic ${Buffer.from("foo:bar").toString("base64")}`;
const DistributionSchema = z.object({
  request_distribution: z.array(
    z.object({
      key: z.number(),
      count: z.number(),
      rpm: z.number(),
      buckets: z.array(z.object({ key: z.number(), count: z.number() })),
    }),
  ),
  total_requests: z.number(),
  total_200: z.number(),
});
const LatencySchema = z.object({
  latencies: z.array(z.object({ key: z.number(), count: z.number() })),
  total_searches: z.number(),
  avg_search_latency: z.number(),
});

describe("reports of the request log", () => {
  let target: Target;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${target.url}${path}`, {
      method,
      headers: { Authorization: ADMIN, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const lastHour = () => {
    const now = Math.floor(Date.now() / 1000);
    return `from_timestamp=${now - 3600}&to_timestamp=${now + 2}`;
  };

  beforeAll(async () => {
    target = await startTarget();
    await call("PUT", "/shoes", {});
    for (let n = 0; n < 3; n++) await call("POST", "/shoes/_search", { size: 0 });
    await call("GET", "/shoes/_doc/none");
    await call("PUT", "/hats", {});
    await call("POST", "/hats/_search", { size: 0 });
    await call("POST", "/.logs/_refresh");
  }, 60_000);
  afterAll(() => target.close());

  test("requests by time and status, of one index or all", async () => {
    const all = DistributionSchema.parse((await call("GET", `/_analytics/request-distribution?${lastHour()}`)).body);
    const shoes = DistributionSchema.parse(
      (await call("GET", `/_analytics/shoes/request-distribution?${lastHour()}&time_zone=Europe/Berlin`)).body,
    );
    const codes = shoes.request_distribution.flatMap(({ buckets }) => buckets);
    expect(codes.filter(({ key }) => key === 404).reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect(shoes.total_200).toBe(4);
    expect(shoes.total_requests).toBe(5);
    expect(all.total_requests).toBeGreaterThanOrEqual(7);
    // An hour has steps of 25 seconds, and watching the report adds nothing to it.
    for (const { key } of all.request_distribution) expect(key % 25_000).toBe(0);
    const again = DistributionSchema.parse(
      (await call("GET", `/_analytics/shoes/request-distribution?${lastHour()}`)).body,
    );
    expect(again.total_requests).toBe(5);
  });

  test("latencies of searches, in steps of 10 ms, without those that were refused", async () => {
    expect((await call("POST", "/shoes/_search", { query: { nope: {} } })).status).toBe(400);
    const { latencies, total_searches, avg_search_latency } = LatencySchema.parse(
      (await call("GET", `/_analytics/shoes/latency?${lastHour()}`)).body,
    );
    expect(total_searches).toBe(3);
    expect(latencies.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(latencies.every(({ key }) => key % 10 === 0)).toBe(true);
    expect(avg_search_latency).toBeGreaterThanOrEqual(0);
  });

  test("a range that ends before it starts is refused, an empty one is empty, bad dates fall back", async () => {
    expect((await call("GET", "/_analytics/request-distribution?from_timestamp=200&to_timestamp=100")).status).toBe(
      400,
    );
    expect(
      (await call("GET", "/_analytics/request-distribution?from_timestamp=100&to_timestamp=200")).body,
    ).toMatchObject({
      request_distribution: [],
      total_requests: 0,
    });
    expect(
      (await call("GET", "/_analytics/request-distribution?from_timestamp=NaN&time_zone=Nowhere/City")).status,
    ).toBe(200);
  });
});
