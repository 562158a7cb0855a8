import * as z from "zod";
import { COUNT, mostOf, summed } from "./figures";
import { type ReportParts, type ReportScope, searchSums } from "./scope";
import { EXACTLY } from "./terms";

const GeoSchema = z.object({
  aggregations: z.object({
    count: summed,
    countries: z.object({ buckets: z.array(z.object({ key: z.string(), count: summed })) }),
    distinct: z.object({ value: z.number() }),
  }),
});

/**
 * Searches by country, by its English name. Those of which nobody knows where they came from are in the total alone.
 */
export async function geoDistribution(parts: ReportParts, scope: ReportScope) {
  const aggs = {
    ...COUNT,
    countries: { terms: { field: "country", ...mostOf(scope.size) }, aggs: COUNT },
    distinct: { cardinality: { field: "country", precision_threshold: EXACTLY } },
  };
  const { aggregations } = await searchSums(parts, { scope, kinds: ["country"], body: { aggs }, schema: GeoSchema });
  return {
    geo_distribution: aggregations.countries.buckets.map(({ key, count }) => ({ key, count })),
    total_searches: aggregations.count,
    total_countries: aggregations.distinct.value,
  };
}
