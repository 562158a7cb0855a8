import * as z from "zod";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";
import { logParameters, logPath, type LogQuery } from "./list.server";

// Figures over the request log, which our own back end alone has.

const ms = z.number().nullable().catch(null);
const times = { p50: ms, p90: ms, p95: ms, p99: ms };
const codes = z.array(z.object({ code: z.number(), count: z.number() }));

const percentilesSchema = z.object({
  total: z.number(),
  ...times,
  codes,
  start: z.number(),
  end: z.number(),
  step: z.number(),
  points: z.array(z.object({ at: z.number(), count: z.number(), ...times, codes })),
});
export type LogPercentiles = z.output<typeof percentilesSchema>;

const routesSchema = z.object({ routes: z.array(z.object({ route: z.string(), count: z.number(), ...times })) });
export type SlowRoute = z.output<typeof routesSchema>["routes"][number];

const errorsSchema = z.object({ errors: z.array(z.object({ reason: z.string(), count: z.number(), codes })) });
export type ErrorReason = z.output<typeof errorsSchema>["errors"][number];

async function ask<Schema extends z.ZodType>(
  scope: Scope,
  { call, query, schema }: { call: string; query: LogQuery; schema: Schema },
): Promise<z.output<Schema> | null> {
  const parameters = logParameters({ ...query, order: "", least: null, most: null });
  return whereOffered(scope.http.call({ path: logPath(scope, `/_logs/${call}`), query: parameters, schema }));
}

/**
 * Latency percentiles and status codes, over time and as a whole; null where the server has no such figures. Throws
 * BackendError.
 */
export const getPercentiles = (scope: Scope, query: LogQuery) =>
  ask(scope, { call: "percentiles", query, schema: percentilesSchema });

/** The routes whose calls take longest, by p95. */
export const getSlowestRoutes = async (scope: Scope, query: LogQuery) =>
  (await ask(scope, { call: "routes", query, schema: routesSchema }))?.routes ?? null;

/** Why calls fail, most frequent first. */
export const getErrorReasons = async (scope: Scope, query: LogQuery) =>
  (await ask(scope, { call: "errors", query, schema: errorsSchema }))?.errors ?? null;
