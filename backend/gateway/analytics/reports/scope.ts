import type * as z from "zod";
import { badRequest } from "../../http/errors";
import type { SignedContext } from "../../http/types";
import { callEngine } from "../../store/engine-client";
import { SYSTEM } from "../../store/system-indices";
import type { Analytics } from "../analytics";
import { type Own, type ReadFilters, readFilters } from "../filters";

/** What reports are made from. */
export type ReportParts = Pick<Analytics, "engine" | "places" | "log">;

/** What one report is about: which searches, of which indices, from when to when. */
export type ReportScope = ReadFilters & {
  /** Clauses that a record has to match, in Elasticsearch's language. */
  filter: object[];
  /** The indices that the path names; null for all. */
  indices: readonly string[] | null;
  /** Whether figures of clicks are wanted. */
  clicks: boolean;
  signal: AbortSignal | undefined;
};

/** The clause of a range of time, unix seconds, both ends included. */
export function rangeClause({ from, to }: Pick<ReadFilters, "from" | "to">): object {
  return { range: { timestamp: { gte: from * 1000, lt: (to + 1) * 1000, format: "epoch_millis" } } };
}

/** The indices that a call is about, null for all. */
export function indicesOf({ indices }: Pick<SignedContext, "indices">): readonly string[] | null {
  return indices.length === 0 || indices.includes("*") ? null : indices;
}

/** Clauses of a scope but for the time: indices, visitor, address, custom events. */
export function otherClauses({ userId, ip, events }: Pick<ReadFilters, "userId" | "ip" | "events">, indices: readonly string[] | null): object[] {
  return [
    ...(indices === null ? [] : [{ terms: { indices } }]),
    ...(userId === undefined ? [] : [{ term: { user_id: userId } }]),
    ...(ip === undefined ? [] : [{ term: { ip } }]),
    ...Object.entries(events).map(([name, value]) => ({ term: { [`c_${name}`]: value } })),
  ];
}

/** Reads what a report is asked for. Throws 400 for a range that ends before it starts. */
export function scopeOf(context: SignedContext, own: Own = "all"): ReportScope {
  const filters = readFilters(context, own);
  if (filters.to < filters.from) throw badRequest("the start of the range must be before its end");
  const indices = indicesOf(context);
  const filter = [rangeClause(filters), ...otherClauses(filters, indices)];
  return { ...filters, filter, indices, clicks: context.query["click_analytics"] === "true", signal: context.signal };
}

/** The same scope of another time. */
export function scopeAt(scope: ReportScope, range: Pick<ReadFilters, "from" | "to">): ReportScope {
  return { ...scope, ...range, filter: [rangeClause(range), ...otherClauses(scope, scope.indices)] };
}

/** Searches the records of searches. Throws the engine's refusals. */
export async function searchRecords<Schema extends z.ZodType>(
  { engine, places }: ReportParts,
  { scope, body, schema }: { scope: Pick<ReportScope, "filter" | "signal">; body: object; schema: Schema },
): Promise<z.output<Schema>> {
  const path = `/${places.of(SYSTEM.analytics).definition.name}/_search`;
  const query = { bool: { filter: scope.filter } };
  const answer = await callEngine(engine, { method: "POST", path, signal: scope.signal, body: { size: 0, track_total_hits: true, query, ...body } });
  return schema.parse(answer.body);
}
