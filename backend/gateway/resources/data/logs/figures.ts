import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import { ownFilters } from "./own-filters";
import { logFilter } from "./query";
import { type LogServices, searchLogs } from "./search";
import { visibleClauses } from "./visible";

// Figures over the request log, which no ReactiveSearch server has. They take the parameters of the list, so that each
// number is that of rows one can see.

const ACCESS = { kind: "server", category: "logs", indices: "path" } as const;
/** Points of a chart over time at most. */
const POINTS = 48;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Steps that a reader knows from clocks and calendars, in ms. */
const STEPS = [1, 5, 10, 30, 60, 300, 600, 1800]
  .map((seconds) => seconds * SECOND)
  .concat([1, 2, 3, 6, 12, 24, 48, 7 * 24].map((hours) => hours * HOUR))
  .concat([30 * 24 * HOUR, 365 * 24 * HOUR]);
const PERCENTS = [50, 90, 95, 99];
const MOST_ROWS = 20;
/** As many as there may be users. */
const MOST_CALLERS = 1_000;

const number = z.coerce.number().nullable().catch(null);
const percentilesSchema = z
  .object({ values: z.object({ "50.0": number, "90.0": number, "95.0": number, "99.0": number }) })
  .transform(({ values }) => ({ p50: values["50.0"], p90: values["90.0"], p95: values["95.0"], p99: values["99.0"] }));
const codesSchema = z
  .object({ buckets: z.array(z.object({ key: z.coerce.number(), doc_count: z.number() })) })
  .transform(({ buckets }) => buckets.map(({ key, doc_count }) => ({ code: key, count: doc_count })));
const totalSchema = z.object({ total: z.object({ value: z.number() }) }).transform(({ total }) => total.value);

const codes = { terms: { field: "response.code", size: 100 } };
const times = { percentiles: { field: "origin.took", percents: PERCENTS } };

function queryOf(context: SignedContext) {
  const { filter, from, to } = logFilter({
    query: context.query,
    visible: visibleClauses(context),
    latency: false,
    own: ownFilters(context).clauses,
  });
  if (to < from) throw badRequest("the start of the range must be before its end");
  return { query: { bool: { filter } }, from, to };
}

/**
 * The width of a point, and where the first one begins: at the start of the range, so that days are those of the
 * reader.
 */
export function pointsOf({ from, to }: { from: number; to: number }): { step: number; start: number } {
  const step = STEPS.find((one) => one * POINTS >= to - from) ?? Math.ceil((to - from) / POINTS / SECOND) * SECOND;
  // Ranges back from now begin anywhere: their points begin at whole steps.
  return { step, start: step >= 24 * HOUR || from % HOUR === 0 ? from : Math.floor(from / step) * step };
}

const PercentilesSchema = z.object({
  hits: totalSchema,
  aggregations: z.object({
    all: percentilesSchema,
    codes: codesSchema,
    steps: z.object({
      buckets: z.array(
        z.object({ key: z.coerce.number(), doc_count: z.number(), times: percentilesSchema, codes: codesSchema }),
      ),
    }),
  }),
});

/** How long calls took, and how they ended, over time and as a whole. Steps without calls are left out. */
async function percentiles(services: LogServices, context: SignedContext): Promise<Reply> {
  const { query, from, to } = queryOf(context);
  const { step, start } = pointsOf({ from, to });
  const histogram = { field: "timestamp", fixed_interval: `${step}ms`, offset: `${start % step}ms`, min_doc_count: 1 };
  const aggs = { all: times, codes, steps: { date_histogram: histogram, aggs: { times, codes } } };
  const body = { size: 0, track_total_hits: true, query, aggs };
  const { hits, aggregations } = await searchLogs(services, { body, schema: PercentilesSchema, context, to });
  const points = aggregations.steps.buckets.map(({ key, doc_count, ...found }) => ({
    at: key,
    count: doc_count,
    ...found.times,
    codes: found.codes,
  }));
  return json({ total: hits, ...aggregations.all, codes: aggregations.codes, start, end: to, step, points });
}

const RoutesSchema = z.object({
  aggregations: z.object({
    routes: z.object({
      buckets: z.array(z.object({ key: z.string(), doc_count: z.number(), times: percentilesSchema })),
    }),
  }),
});

/** The routes of this server whose calls took longest. */
async function routes(services: LogServices, context: SignedContext): Promise<Reply> {
  const aggs = {
    routes: { terms: { field: "origin.route", size: MOST_ROWS, order: { "times.95": "desc" } }, aggs: { times } },
  };
  const { query, to } = queryOf(context);
  const body = { size: 0, track_total_hits: false, query, aggs };
  const { aggregations } = await searchLogs(services, { body, schema: RoutesSchema, context, to });
  return json({
    routes: aggregations.routes.buckets.map(({ key, doc_count, times: took }) => ({
      route: key,
      count: doc_count,
      ...took,
    })),
  });
}

const ErrorsSchema = z.object({
  aggregations: z.object({
    reasons: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number(), codes: codesSchema })) }),
  }),
});

/** Why calls failed, most frequent reason first. */
async function errors(services: LogServices, context: SignedContext): Promise<Reply> {
  const aggs = { reasons: { terms: { field: "origin.reason", size: MOST_ROWS }, aggs: { codes } } };
  const { query, to } = queryOf(context);
  const body = { size: 0, track_total_hits: false, query, aggs };
  const { aggregations } = await searchLogs(services, { body, schema: ErrorsSchema, context, to });
  return json({
    errors: aggregations.reasons.buckets.map(({ key, doc_count, codes: found }) => ({
      reason: key,
      count: doc_count,
      codes: found,
    })),
  });
}

const CallersSchema = z.object({
  aggregations: z.object({
    callers: z.object({
      buckets: z.array(
        z.object({
          key: z.string(),
          doc_count: z.number(),
          last: z.object({ value: z.coerce.number() }),
          codes: codesSchema,
        }),
      ),
    }),
  }),
});

/** Who called, how often and when last: users and credentials by name, most calls first. */
async function callers(services: LogServices, context: SignedContext): Promise<Reply> {
  const aggs = {
    callers: {
      terms: { field: "origin.name", size: MOST_CALLERS },
      aggs: { last: { max: { field: "timestamp" } }, codes },
    },
  };
  const { query, to } = queryOf(context);
  const body = { size: 0, track_total_hits: false, query, aggs };
  const { aggregations } = await searchLogs(services, { body, schema: CallersSchema, context, to });
  const rows = aggregations.callers.buckets.map(({ key, doc_count, last, codes: found }) => ({
    name: key,
    count: doc_count,
    last: last.value,
    codes: found,
  }));
  return json({ callers: rows });
}

/** Latency percentiles, slowest routes, errors by reason and who called. Not logged themselves. */
export function logFigureRoutes(services: LogServices): Route[] {
  const of = (name: string, handle: (services: LogServices, context: SignedContext) => Promise<Reply>): Route[] =>
    [`/_logs/${name}`, `/:index/_logs/${name}`].map((path) => ({
      methods: ["GET"],
      path,
      access: ACCESS,
      log: false,
      handle: (context) => handle(services, context),
    }));
  return [
    ...of("percentiles", percentiles),
    ...of("routes", routes),
    ...of("errors", errors),
    ...of("callers", callers),
  ];
}
