import * as z from "zod";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { ReportParts, ReportScope } from "./scope";

const SessionsSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({
    bounced: z.object({ doc_count: z.number() }),
    seconds: z.object({ value: z.number().nullable() }),
  }),
});

/**
 * Visits that began in a time: how many, how many ended without anything but one search, and how long they were on
 * average, in seconds.
 */
export async function sessionFigures(
  { engine, places }: ReportParts,
  { filter, signal }: Pick<ReportScope, "filter" | "signal">,
) {
  const path = `/${places.of(SYSTEM.userSessions).definition.name}/_search`;
  const aggs = { bounced: { filter: { term: { bounce: true } } }, seconds: { avg: { field: "duration" } } };
  const answer = await callEngine(engine, {
    method: "POST",
    path,
    signal,
    body: { size: 0, track_total_hits: true, query: { bool: { filter } }, aggs },
  });
  const { hits, aggregations } = SessionsSchema.parse(answer.body);
  return { count: hits.total.value, bounced: aggregations.bounced.doc_count, seconds: aggregations.seconds.value ?? 0 };
}
