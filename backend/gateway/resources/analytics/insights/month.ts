import * as z from "zod";
import { filterClauses } from "../../data/logs/query";
import { type LogServices, searchLogs } from "../../data/logs/search";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { CLICK_AGGS, clickFields, clickSums } from "../reports/figures";
import { indicesOf, rangeClause, type ReportParts, type ReportScope, searchRecords } from "../reports/scope";
import { summary } from "../reports/summary";
import { EMPTY_QUERY, EXACTLY } from "../reports/terms";
import type { Month } from "./rules";

/** A term is popular from so many searches on. */
const POPULAR = 100;
/** Popular terms that are looked at. */
const MOST_TERMS = 1000;
const SLOW_MS = 1000;

const count = z.object({ doc_count: z.number() }).transform(({ doc_count }) => doc_count);
const TermsSchema = z.object({
  aggregations: z.object({
    words: z.object({ value: z.number().nullable() }),
    distinct: z.object({ value: z.number() }),
    terms: z.object({ buckets: z.array(z.object({ doc_count: z.number(), ...clickSums })) }),
  }),
});
const LogsSchema = z.object({
  aggregations: z.object({ searches: z.object({ doc_count: z.number(), slow: count }), server: count, caller: count }),
});

/** The calendar month before a moment, in UTC: its name, and its range in unix seconds. */
export function monthBefore(now: Date): { month: string; from: number; to: number } {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  return { month: new Date(start).toISOString().slice(0, 7), from: start / 1000, to: end / 1000 - 1 };
}

async function termFigures(
  parts: ReportParts,
  scope: ReportScope,
): Promise<Pick<Month, "popular" | "terms" | "words">> {
  const field = { field: "search_query", missing: EMPTY_QUERY };
  const aggs = {
    words: { avg: { field: "search_query_length" } },
    distinct: { cardinality: { ...field, precision_threshold: EXACTLY } },
    terms: { terms: { ...field, size: MOST_TERMS, min_doc_count: POPULAR }, aggs: CLICK_AGGS },
  };
  const { aggregations } = await searchRecords(parts, { scope, body: { aggs }, schema: TermsSchema });
  const { buckets } = aggregations.terms;
  const rates = buckets.map(({ doc_count, ...sums }) => clickFields(sums, doc_count).click_rate);
  const mean = rates.length === 0 ? 0 : rates.reduce((all, one) => all + one, 0) / rates.length;
  return {
    popular: { terms: buckets.length, clickRate: mean },
    terms: aggregations.distinct.value,
    words: aggregations.words.value ?? 0,
  };
}

async function logFigures(
  services: LogServices,
  { context, range }: { context: SignedContext; range: Pick<ReportScope, "from" | "to"> },
): Promise<Month["logged"]> {
  const indices = indicesOf(context);
  const query = { bool: { filter: [rangeClause(range), ...(indices === null ? [] : [{ terms: { indices } }])] } };
  const aggs = {
    searches: {
      filter: { bool: { filter: filterClauses("search") } },
      aggs: { slow: { filter: { range: { "response.took": { gt: SLOW_MS } } } } },
    },
    server: { filter: { range: { "response.code": { gte: 500 } } } },
    // To 500 and with it: so the contract has it.
    caller: { filter: { range: { "response.code": { gte: 400, lte: 500 } } } },
  };
  const { aggregations } = await searchLogs(services, { body: { size: 0, query, aggs }, schema: LogsSchema, context });
  const { searches, server, caller } = aggregations;
  return { searches: searches.doc_count, slow: searches.slow, serverErrors: server, callerErrors: caller };
}

/** All that the insights of a month are made from. */
export async function readMonth(
  parts: ReportParts & LogServices,
  { scope, context }: { scope: ReportScope; context: SignedContext },
): Promise<Month> {
  const [{ summary: figures }, terms, logged] = await Promise.all([
    summary(parts, scope),
    termFigures(parts, scope),
    logFigures(parts, { context, range: scope }),
  ]);
  return { ...figures, ...terms, logged };
}
