import * as z from "zod";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";
import { toldTerms } from "./terms";

const newest = z.object({ value: z.number().nullable() });
const SearchesSchema = z.object({
  aggregations: z.object({
    terms: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number(), newest })) }),
  }),
});

/** Terms that were searched for last, the newest first; searches without text are no part of it. */
export async function recentSearches(parts: ReportParts, scope: ReportScope) {
  const long = scope.minChars > 0 ? [{ range: { search_characters_length: { gte: scope.minChars } } }] : [];
  const filter = [...scope.filter, { exists: { field: "search_query" } }, ...long];
  const terms = { field: "search_query", size: Math.max(1, scope.size), order: { newest: "desc" } };
  const body = { aggs: { terms: { terms, aggs: { newest: { max: { field: "timestamp" } } } } } };
  const { aggregations } = await searchRecords(parts, { scope: { ...scope, filter }, body, schema: SearchesSchema });
  return toldTerms(aggregations.terms.buckets, scope).map(({ key, doc_count, newest: { value } }) => ({
    key,
    count: doc_count,
    timestamp: new Date(value ?? 0).toISOString(),
  }));
}
