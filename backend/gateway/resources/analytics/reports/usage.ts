import * as z from "zod";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";

const UsageSchema = z.object({
  aggregations: z.object({
    used: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }),
  }),
});

/** How often each rule took part in a search, the most used first. */
export async function ruleUsage(parts: ReportParts, scope: ReportScope) {
  const body = { aggs: { used: { terms: { field: "queryrules", size: Math.max(1, scope.size) } } } };
  const { aggregations } = await searchRecords(parts, { scope, body, schema: UsageSchema });
  return { rules: aggregations.used.buckets.map(({ key, doc_count }) => ({ key, count: doc_count })) };
}
