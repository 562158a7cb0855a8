import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { ratio } from "../reports/figures";
import { daysAgg } from "../reports/histogram";
import type { ReportParts } from "../reports/scope";
import { RunSchema, type Runs, searchRuns } from "./runs";

/** Versions that are told of, the most used ones. */
const MOST_VERSIONS = 100;
const MOST_STAGES = 1000;

/** What is told of runs: their mean time in ms, or how many of a hundred failed. */
export type Figure = "time-taken" | "error-rate";
type Asked = Runs & { pipeline: string; figure: Figure };

const mean = z.object({ value: z.number().nullable() });
const count = z.object({ doc_count: z.number() });
const day = { key: z.number(), key_as_string: z.string() };
const version = z.object({ key: z.number(), doc_count: z.number(), took: mean, failed: count });
const stage = z.object({ key: z.string(), doc_count: z.number(), took: mean, failed: count });
const VersionsSchema = z.object({
  aggregations: z.object({
    days: z.object({ buckets: z.array(z.object({ ...day, versions: z.object({ buckets: z.array(version) }) })) }),
  }),
});
const stages = z.object({ ran: z.object({ ids: z.object({ buckets: z.array(stage) }) }) });
const StagesSchema = z.object({
  aggregations: z.object({ days: z.object({ buckets: z.array(z.object({ ...day, stages })) }) }),
});
const NewestSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _source: RunSchema })) }) });

const daily = (aggs: object) => ({ days: { ...daysAgg({ zone: undefined }), aggs } });

/** Day by day (UTC), a figure for each version of a pipeline that ran. A run failed where one of its stages did. */
export async function versionDays(parts: ReportParts, { figure, ...runs }: Asked) {
  const failed = { filter: { nested: { path: "stages", query: { term: { "stages.error": true } } } } };
  const versions = {
    terms: { field: "version", size: MOST_VERSIONS, order: { _key: "asc" } },
    aggs: { took: { avg: { field: "took" } }, failed },
  };
  const { aggregations } = await searchRuns(parts, {
    ...runs,
    body: { aggs: daily({ versions }) },
    schema: VersionsSchema,
  });
  return aggregations.days.buckets.map(({ key, key_as_string, versions: { buckets } }) => ({
    key,
    key_as_string,
    version_histogram: buckets.map((one) => ({
      key: one.key,
      value: figure === "time-taken" ? one.took.value : ratio(one.failed.doc_count, one.doc_count) * 100,
    })),
  }));
}

// The stages that a version has now are those of its newest run.
async function stagesOf(
  parts: ReportParts,
  { pipeline, version: number, signal }: Runs & { pipeline: string; version: number },
): Promise<string[]> {
  const body = { size: 1, sort: [{ timestamp: "desc" }] };
  const { hits } = await searchRuns(parts, { pipeline, version: number, signal, body, schema: NewestSchema });
  const newest = hits.hits[0]?._source;
  if (!newest) throw new HttpError(500, `pipeline ${JSON.stringify(pipeline)} has no version ${number} that ran`);
  return newest.stages.map(({ id }) => id);
}

/**
 * Day by day (UTC), a figure for each stage of a version. Throws 500 for a version of which no run is known, as servers
 * do.
 */
export async function stageDays(parts: ReportParts, { figure, ...runs }: Asked & { version: number }) {
  const ids = await stagesOf(parts, runs);
  const byId = {
    terms: { field: "stages.id", size: MOST_STAGES },
    aggs: { took: { avg: { field: "stages.took" } }, failed: { filter: { term: { "stages.error": true } } } },
  };
  const ran = { filter: { term: { "stages.executed": true } }, aggs: { ids: byId } };
  const aggs = daily({ stages: { nested: { path: "stages" }, aggs: { ran } } });
  const { aggregations } = await searchRuns(parts, { ...runs, body: { aggs }, schema: StagesSchema });
  return aggregations.days.buckets.map(({ key, key_as_string, stages: { ran: of } }) => {
    const found = new Map(of.ids.buckets.map((one) => [one.key, one]));
    const valueOf = (id: string) => {
      const one = found.get(id);
      if (figure === "time-taken") return one?.took.value ?? null;
      return one ? ratio(one.failed.doc_count, one.doc_count) * 100 : 0;
    };
    return { key, key_as_string, stage_histogram: ids.map((id) => ({ key: id, value: valueOf(id) })) };
  });
}
