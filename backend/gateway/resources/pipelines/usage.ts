import * as z from "zod";
import type { ReportParts } from "../analytics/reports/scope";
import { searchRuns } from "../analytics/pipelines/runs";
import type { UsageOf } from "./answered";

/** In seconds. */
const DAYS = 30 * 24 * 3600;
const Schema = z.object({
  aggregations: z.object({
    versions: z.object({
      buckets: z.array(
        z.object({
          key: z.number(),
          doc_count: z.number(),
          took: z.object({ value: z.number().nullable() }),
          failed: z.object({ doc_count: z.number() }),
        }),
      ),
    }),
  }),
});

/** How often versions of a pipeline ran in the last 30 days, how long and how well. */
export function createUsageOf(parts: Pick<ReportParts, "engine" | "places">): UsageOf {
  return async (pipeline, signal) => {
    const now = Math.floor(Date.now() / 1000);
    const { aggregations } = await searchRuns(parts, {
      pipeline,
      range: { from: now - DAYS, to: now },
      signal,
      body: {
        aggs: {
          versions: {
            terms: { field: "version", size: 500 },
            aggs: { took: { avg: { field: "took" } }, failed: { filter: { term: { error: true } } } },
          },
        },
      },
      schema: Schema,
    });
    return new Map(
      aggregations.versions.buckets.map(({ key, doc_count: count, took, failed }) => [
        key,
        {
          count,
          took: Math.round((took.value ?? 0) * 10) / 10,
          success_rate: Math.round((1000 * (count - failed.doc_count)) / count) / 10,
        },
      ]),
    );
  };
}
