import { notFound } from "@backend/gateway/platform/http/errors";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { stringifyJson } from "@common/text/json";
import * as z from "zod";

const StageSchema = z.looseObject({ id: z.string(), context: z.string().optional() });
const LogSchema = z.looseObject({
  id: z.string(),
  pipeline_id: z.string(),
  classify: z.string().default(""),
  stageChanges: z.array(StageSchema).default([]),
});
const FoundSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }), hits: z.array(z.object({ _source: LogSchema })) }),
});
type KeptLog = z.infer<typeof LogSchema>;

/** Which runs: of a pipeline, of a kind, a page of them. */
export type LogsAsked = { pipeline: string; category: string | null; from: number; size: number };

async function find({ engine, places }: StoreParts, body: object) {
  const { name } = places.of(SYSTEM.pipelineLogs).definition;
  const answer = await callEngine(engine, { method: "POST", path: `/${name}/_search`, body });
  return FoundSchema.parse(answer.body).hits;
}

// A list tells of each run what is seen in a row of it.
function shortOf({ classify, stageChanges, pipeline_id: _pipeline, ...log }: KeptLog) {
  const failed = stageChanges.find(({ outcome }) => outcome === "failed");
  return { ...log, kind: log["category"], category: classify, ...(failed && { failed_stage: { id: failed.id } }) };
}

/** Runs of a pipeline that were kept whole, the newest first, and how many there are. */
export async function listLogs(parts: StoreParts, { pipeline, category, from, size }: LogsAsked) {
  // Success is no kind of call: it is all that did not fail.
  const kind = category === "success" ? { term: { error: false } } : { term: { category } };
  const filter = [{ term: { pipeline_id: pipeline } }, ...(category === null ? [] : [kind])];
  const { hits, total } = await find(parts, {
    query: { bool: { filter } },
    sort: [{ timestamp: "desc" }],
    from,
    size,
    track_total_hits: true,
  });
  return { total: total.value, logs: hits.map(({ _source }) => shortOf(_source)) };
}

/** One run with all of its stages; `context` is that behind the last stage, as JSON text. Throws 404. */
export async function oneLog(parts: StoreParts, id: string) {
  const { hits } = await find(parts, { query: { ids: { values: [id] } }, size: 1 });
  const [found] = hits;
  if (!found) throw notFound(`there is no run with the id ${JSON.stringify(id)}`);
  const { stageChanges, ...log } = found._source;
  const last = stageChanges.findLast(({ context }) => context !== undefined)?.context;
  return { ...log, stageChanges, context: last ?? stringifyJson({}) };
}
