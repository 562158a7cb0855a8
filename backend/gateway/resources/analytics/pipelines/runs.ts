import * as z from "zod";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { ReadFilters } from "../filters";
import { rangeClause, type ReportParts } from "../reports/scope";

/** A stage of a run: how long it took in ms and whether it failed; `executed` is false for one that was passed over. */
const stage = z.object({ id: z.string(), took: z.number(), error: z.boolean(), executed: z.boolean() });

/**
 * One run of a pipeline as `.pipeline_runs` keeps it. `took` in ms; `error` where the caller got one; stages in their
 * order.
 */
export const RunSchema = z.object({
  pipeline_id: z.string(),
  version: z.number(),
  took: z.number(),
  error: z.boolean(),
  timestamp: z.union([z.string(), z.number()]),
  stages: z.array(stage),
});

/** Which runs are meant: of one pipeline, of one version of it, of a time. */
export type Runs = {
  pipeline?: string;
  version?: number;
  range?: Pick<ReadFilters, "from" | "to">;
  signal: AbortSignal | undefined;
};

/** Searches the runs of pipelines. Throws the engine's refusals. */
export async function searchRuns<Schema extends z.ZodType>(
  { engine, places }: Pick<ReportParts, "engine" | "places">,
  { pipeline, version, range, signal, body, schema }: Runs & { body: object; schema: Schema },
): Promise<z.output<Schema>> {
  const filter = [
    ...(pipeline === undefined ? [] : [{ term: { pipeline_id: pipeline } }]),
    ...(version === undefined ? [] : [{ term: { version } }]),
    ...(range === undefined ? [] : [rangeClause(range)]),
  ];
  const path = `/${places.of(SYSTEM.pipelineRuns).definition.name}/_search`;
  const answer = await callEngine(engine, {
    method: "POST",
    path,
    signal,
    body: { size: 0, query: { bool: { filter } }, ...body },
  });
  return schema.parse(answer.body);
}
