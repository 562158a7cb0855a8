import * as z from "zod";
import type { ReadFilters } from "../filters";
import type { ReportParts } from "../reports/scope";
import { type Runs, searchRuns } from "./runs";

const buckets = <Key extends z.ZodType>(key: Key) =>
  z.object({ buckets: z.array(z.object({ key, doc_count: z.number() })) });
const PipelinesSchema = z.object({ aggregations: z.object({ used: buckets(z.string()) }) });
const VersionsSchema = z.object({ aggregations: z.object({ used: buckets(z.number()) }) });
const StagesSchema = z.object({
  aggregations: z.object({ stages: z.object({ ran: z.object({ used: buckets(z.string()) }) }) }),
});

type Asked = Runs & Pick<ReadFilters, "size">;

const used = (field: string, size: number) => ({ used: { terms: { field, size: Math.max(1, size) } } });
const counted = <Key>({ buckets: found }: { buckets: { key: Key; doc_count: number }[] }) =>
  found.map(({ key, doc_count }) => ({ key, count: doc_count }));

/** How often each pipeline ran, the most used first. */
export async function pipelineUsage(parts: ReportParts, { size, ...runs }: Asked) {
  const { aggregations } = await searchRuns(parts, {
    ...runs,
    body: { aggs: used("pipeline_id", size) },
    schema: PipelinesSchema,
  });
  return { pipelines: counted(aggregations.used) };
}

/** How often each version of a pipeline ran, the most used first. */
export async function versionUsage(parts: ReportParts, { size, ...runs }: Asked) {
  const { aggregations } = await searchRuns(parts, {
    ...runs,
    body: { aggs: used("version", size) },
    schema: VersionsSchema,
  });
  return { versions: counted(aggregations.used) };
}

/** How often each stage of a pipeline ran, the most used first. */
export async function stageUsage(parts: ReportParts, { size, ...runs }: Asked & { pipeline: string }) {
  const ran = { filter: { term: { "stages.executed": true } }, aggs: used("stages.id", size) };
  const aggs = { stages: { nested: { path: "stages" }, aggs: { ran } } };
  const { aggregations } = await searchRuns(parts, { ...runs, body: { aggs }, schema: StagesSchema });
  return { pipeline_id: runs.pipeline, stages: counted(aggregations.stages.ran.used) };
}
