import * as z from "zod";
import { readFilters } from "../../analytics/filters";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import { filterClauses } from "./query";
import { type LogServices, searchLogs } from "./search";
import { visibleClauses } from "./visible";

const ACCESS = { kind: "server", category: "analytics", indices: "path" } as const;

/** Width of a step of the latencies, in ms. */
const LATENCY_STEP = 10;
/**
 * A step of requests is so many seconds for each hour of the range: 144 steps, whatever its length (contract 20,
 * request-distribution).
 */
const SECONDS_AN_HOUR = 25;

const CodesSchema = z.object({ buckets: z.array(z.object({ key: z.coerce.number(), doc_count: z.number() })) });
const DistributionSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({
    codes: CodesSchema,
    steps: z.object({
      buckets: z.array(
        z.object({ key: z.coerce.number(), key_as_string: z.string(), doc_count: z.number(), codes: CodesSchema }),
      ),
    }),
  }),
});
const LatencySchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({
    mean: z.object({ value: z.coerce.number().nullish() }),
    steps: z.object({ buckets: z.array(z.object({ key: z.coerce.number(), doc_count: z.number() })) }),
  }),
});

function filtersOf({ caller, indices: asked }: SignedContext, { from, to }: { from: number; to: number }): object[] {
  const indices = asked.filter((name) => name !== "*");
  return [
    { range: { timestamp: { gte: from * 1000, lte: to * 1000, format: "epoch_millis" } } },
    ...visibleClauses({ caller, indices }),
  ];
}

/** Requests by time and status, out of the request log: a step is as many seconds as the range has hours, 25 times. */
async function distribution(services: LogServices, context: SignedContext): Promise<Reply> {
  const { from, to, zone } = readFilters(context, "all");
  if (to < from) throw badRequest("the start of the range must be before its end");
  const step = Math.max(1, Math.round(((to - from) / 3600) * SECONDS_AN_HOUR));
  const codes = { terms: { field: "response.code", size: 100 } };
  const body = {
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: filtersOf(context, { from, to }) } },
    aggs: {
      codes,
      steps: {
        date_histogram: {
          field: "timestamp",
          fixed_interval: `${step}s`,
          min_doc_count: 0,
          ...(zone === undefined ? {} : { time_zone: zone }),
        },
        aggs: { codes },
      },
    },
  };
  const { hits, aggregations } = await searchLogs(services, {
    body,
    schema: DistributionSchema,
    context,
    to: to * 1000,
  });
  const counted = (code: number) => aggregations.codes.buckets.find(({ key }) => key === code)?.doc_count ?? 0;
  return json({
    request_distribution: aggregations.steps.buckets.map((bucket) => ({
      key: bucket.key,
      key_as_string: bucket.key_as_string,
      count: bucket.doc_count,
      rpm: Math.floor((bucket.doc_count * 60) / step),
      buckets: bucket.codes.buckets.map(({ key, doc_count }) => ({ key, count: doc_count })),
    })),
    total_requests: hits.total.value,
    total_200: counted(200),
    total_201: counted(201),
    total_400: counted(400),
    total_401: counted(401),
  });
}

const BY_ITSELF = { term: { "origin.console": true } };

/**
 * How many searches took how long, in steps of 10 ms, out of the request log. Those that were refused took no time of a
 * search and are left out, as is what the console searched by itself to fill a page: nobody waited for that.
 */
async function latency(services: LogServices, context: SignedContext): Promise<Reply> {
  const { from, to } = readFilters(context, "all");
  const body = {
    size: 0,
    track_total_hits: true,
    query: {
      bool: {
        filter: [
          ...filtersOf(context, { from, to }),
          ...filterClauses("search"),
          { exists: { field: "response.took" } },
          { range: { "response.code": { lt: 400 } } },
        ],
        must_not: [BY_ITSELF],
      },
    },
    aggs: {
      mean: { avg: { field: "response.took" } },
      steps: { histogram: { field: "response.took", interval: LATENCY_STEP, min_doc_count: 0 } },
    },
  };
  const { hits, aggregations } = await searchLogs(services, { body, schema: LatencySchema, context, to: to * 1000 });
  return json({
    latencies: aggregations.steps.buckets.map(({ key, doc_count }) => ({ key, count: doc_count })),
    total_searches: hits.total.value,
    avg_search_latency: Math.round((aggregations.mean.value ?? 0) * 100) / 100,
  });
}

/**
 * Reports of analytics that are made from the request log. Not logged themselves: who watches them would be most of
 * what they show.
 */
export function logReportRoutes(services: LogServices): Route[] {
  const route = (path: string, handle: Route["handle"]): Route => ({
    methods: ["GET"],
    path,
    access: ACCESS,
    log: false,
    handle,
  });
  return [
    route("/_analytics/request-distribution", (context) => distribution(services, context)),
    route("/_analytics/:index/request-distribution", (context) => distribution(services, context)),
    route("/_analytics/latency", (context) => latency(services, context)),
    route("/_analytics/:index/latency", (context) => latency(services, context)),
  ];
}
