import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { type LogRow, recordSchema, rowOf } from "./record.server";
import { type Kind, type OwnFilter, ownFilters } from "./words";

export type LogQuery = {
  kind: Kind | "";
  /** By latency, which only searches have; by time otherwise. */
  order: "" | "slowest" | "fastest";
  least: number | null;
  most: number | null;
  /** Milliseconds, and the same as days; `zone` is the reader's. */
  range: { from: number; to: number; zone: string; days: { from: string; to: string } };
} & Record<OwnFilter, string>;

/** No record beyond this one can be asked for (contract 10, 4.1). */
export const DEEPEST = 10_000;

const listSchema = z.object({
  total: z.number(),
  logs: z
    .array(recordSchema)
    .nullish()
    .transform((logs) => logs ?? []),
  filters: z.array(z.string()).nullish().catch(null),
});

const dayOf = (day: string) => day.replaceAll("-", "/");

/** The parameters of a list on the wire. Both kinds of dates: servers before 7.40.1 read days, later ones seconds. */
export function logParameters({
  kind,
  order,
  least,
  most,
  range,
  ...own
}: LogQuery): Record<string, string | number | undefined> {
  const timed = byLatency({ kind, order, least, most });
  return {
    start_date: dayOf(range.days.from),
    end_date: dayOf(range.days.to),
    from_timestamp: Math.floor(range.from / 1000),
    to_timestamp: Math.ceil(range.to / 1000),
    time_zone: range.zone,
    ...(timed
      ? {
          start_latency: least ?? undefined,
          end_latency: most ?? undefined,
          order_by_latency: order === "fastest" ? "asc" : "desc",
        }
      : { filter: kind === "" ? undefined : kind }),
    ...Object.fromEntries(ownFilters.map((name) => [name, own[name] === "" ? undefined : own[name]])),
  };
}

/** Whether a list is one of searches by latency: the only one that every server sorts and bounds by it. */
export function byLatency({ kind, order, least, most }: Pick<LogQuery, "kind" | "order" | "least" | "most">): boolean {
  return kind === "search" && (order !== "" || least !== null || most !== null);
}

/** The path of a call about the log: of one index, or of all. */
export function logPath(scope: Pick<Scope, "level"> & { app?: string }, call: string): string {
  return scope.level === "app" ? `${apiPath`/${scope.app ?? ""}`}${call}` : call;
}

export type LogList = {
  rows: LogRow[];
  total: number;
  /** Filters that were asked for and that this server does not know: nothing is filtered by them. */ ignored: OwnFilter[];
};

/** One page of the request log, without bodies where the server can leave them out. Throws BackendError. */
export async function listLogs(
  scope: Scope,
  { query, from, size }: { query: LogQuery; from: number; size: number },
): Promise<LogList> {
  const path = logPath(scope, byLatency(query) ? "/_logs/search" : "/_logs");
  const { logs, total, filters } = await scope.http.call({
    path,
    query: { ...logParameters(query), from, size, origin: "true", bodies: "false" },
    schema: listSchema,
  });
  const asked = ownFilters.filter((name) => query[name] !== "");
  // Leaving the console's own calls out is not asked for by anybody.
  const ignored = asked.filter((name) => !(filters ?? []).includes(name) && !(name === "by" && query.by === "apps"));
  return { rows: logs.map(rowOf), total, ignored };
}
