import type * as z from "zod";
import { mayUseAll } from "@backend/gateway/platform/access/indices";
import { badRequest } from "@backend/gateway/platform/http/errors";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { Analytics } from "../analytics";
import { eventField } from "../event-fields";
import { type Own, type ReadFilters, readFilters } from "../filters";
import { planOf, type Span } from "../sums/plan";
import type { RowKind } from "../sums/rows";

/** What reports are made from. */
export type ReportParts = Pick<Analytics, "engine" | "places" | "sums" | "log">;

/** What one report is about: which searches, of which indices, from when to when. */
export type ReportScope = ReadFilters & {
  /** Clauses that a record has to match, in Elasticsearch's language. */
  filter: object[];
  /** The indices that the path names; null for all. */
  indices: readonly string[] | null;
  /** Whether figures of clicks are wanted. */
  clicks: boolean;
  /** Who reads, where he may not see all fields. */
  reader: Reader | null;
  /** Whether who reads may use all of some indices. */
  mayUse: (indices: readonly string[]) => boolean;
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
export function otherClauses(
  { userId, ip, own, events }: Pick<ReadFilters, "userId" | "ip" | "own" | "events">,
  indices: readonly string[] | null,
): object[] {
  return [
    ...(indices === null ? [] : [{ terms: { indices } }]),
    ...(userId === undefined ? [] : [{ term: { user_id: userId } }]),
    ...(ip === undefined ? [] : [{ term: { ip } }]),
    ...own,
    ...Object.entries(events).map(([name, value]) => ({ term: { [eventField(name)]: value } })),
  ];
}

/** Reads what a report is asked for. Throws 400 for a range that ends before it starts. */
export function scopeOf(
  context: SignedContext,
  { own = "all", reader }: { own?: Own; reader: Reader | null },
): ReportScope {
  const filters = readFilters(context, own);
  if (filters.to < filters.from) throw badRequest("the start of the range must be before its end");
  const indices = indicesOf(context);
  const filter = [rangeClause(filters), ...otherClauses(filters, indices)];
  const mayUse = (names: readonly string[]) => mayUseAll(context.caller, names);
  return {
    ...filters,
    filter,
    indices,
    reader,
    mayUse,
    clicks: context.query["click_analytics"] === "true",
    signal: context.signal,
  };
}

/** The same scope of another time. */
export function scopeAt(scope: ReportScope, range: Pick<ReadFilters, "from" | "to">): ReportScope {
  return { ...scope, ...range, filter: [rangeClause(range), ...otherClauses(scope, scope.indices)] };
}

type Asked<Schema extends z.ZodType> = { scope: Pick<ReportScope, "filter" | "signal">; body: object; schema: Schema };

/** Searches the records of searches. Throws the engine's refusals. */
export async function searchRecords<Schema extends z.ZodType>(
  parts: ReportParts,
  asked: Asked<Schema>,
): Promise<z.output<Schema>> {
  return searchIn(parts, [parts.places.of(SYSTEM.analytics).definition.name], asked);
}

async function searchIn<Schema extends z.ZodType>(
  { engine }: ReportParts,
  names: readonly string[],
  { scope, body, schema }: Asked<Schema>,
): Promise<z.output<Schema>> {
  const query = { bool: { filter: scope.filter } };
  const path = `/${names.join(",")}/_search`;
  const answer = await callEngine(engine, {
    method: "POST",
    path,
    signal: scope.signal,
    body: { size: 0, track_total_hits: true, query, ...body },
  });
  return schema.parse(answer.body);
}

// What is no row of sums.
function recordsIn({ from, to }: Span): object {
  const range = { range: { timestamp: { gte: from, lt: to, format: "epoch_millis" } } };
  return { bool: { filter: [range], must_not: [{ exists: { field: "run" } }] } };
}

/**
 * Searches the sums of the days that have such, and the records of the rest: one search over both, in which each
 * document counts for its `count`, and a record, which has none, for one. Sums know neither visitors nor custom events:
 * where a scope names these, it is the records alone.
 */
export async function searchSums<Schema extends z.ZodType>(
  parts: ReportParts,
  {
    scope,
    kinds,
    filter = [],
    body,
    schema,
  }: { scope: ReportScope; kinds: readonly RowKind[]; filter?: object[]; body: object; schema: Schema },
): Promise<z.output<Schema>> {
  parts.sums.keeper.note();
  const { userId, ip, events, from, to, indices } = scope;
  const isSummed = userId === undefined && ip === undefined && Object.keys(events).length === 0;
  const plan = isSummed ? planOf({ from: from * 1000, to: (to + 1) * 1000 }, await parts.sums.ledger.runs()) : null;
  if (plan === null || plan.runs.length === 0)
    return searchRecords(parts, { scope: { ...scope, filter: [...scope.filter, ...filter] }, body, schema });
  const rows = { bool: { filter: [{ terms: { run: plan.runs } }, { terms: { kind: kinds } }] } };
  const time = { bool: { should: [rows, ...plan.records.map(recordsIn)], minimum_should_match: 1 } };
  const names = [SYSTEM.analyticsSums, ...(plan.records.length === 0 ? [] : [SYSTEM.analytics])].map(
    (index) => parts.places.of(index).definition.name,
  );
  return searchIn(parts, names, {
    scope: { ...scope, filter: [time, ...otherClauses(scope, indices), ...filter] },
    body,
    schema,
  });
}
