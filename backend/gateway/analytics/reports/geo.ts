import * as z from "zod";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";
import { EXACTLY } from "./terms";

const GeoSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({
    countries: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }),
    distinct: z.object({ value: z.number() }),
  }),
});

/** Searches by country, by its English name. Those of which nobody knows where they came from are in the total alone. */
export async function geoDistribution(parts: ReportParts, scope: ReportScope) {
  const aggs = {
    countries: { terms: { field: "country", size: Math.max(1, scope.size) } },
    distinct: { cardinality: { field: "country", precision_threshold: EXACTLY } },
  };
  const { hits, aggregations } = await searchRecords(parts, { scope, body: { aggs }, schema: GeoSchema });
  return {
    geo_distribution: aggregations.countries.buckets.map(({ key, doc_count }) => ({ key, count: doc_count })),
    total_searches: hits.total.value,
    total_countries: aggregations.distinct.value,
  };
}
