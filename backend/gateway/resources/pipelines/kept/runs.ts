import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { maskSecrets } from "@common/secrets/mask";
import { stringifyJson } from "@common/text/json";
import { recordsBetween, removeOldest } from "@backend/gateway/platform/store/remove-oldest";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { maskedObject, maskOf } from "../run/masked";
import type { Performed } from "../run/perform";
import { createWriter } from "./writer";

const { logged: LONGEST, logs: MOST } = PIPELINES_LIMITS;
/** So many runs over the most are let go of at once. */
const SPARE = 500;

/** Keeps what became of runs: figures of each, and whole runs of routes that want it. */
export type KeptRuns = {
  keep: (performed: Performed) => void;
  flush: () => Promise<void>;
};

const cut = (text: string) => text.slice(0, LONGEST.most);
const lists = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [maskSecrets(value)]]));

function categoryOf({ run, failure }: Performed): string {
  if (failure !== null) return "error";
  const { category, acl } = run.route.classify;
  if (acl === "delete" || run.context.method === "DELETE") return "delete";
  if (category === "docs") return "index";
  return run.context.record.category === "suggestion" ? "suggestion" : "search";
}

/** A run as it is kept whole: secrets masked, bodies cut, the caller's headers without what would let somebody in. */
function logOf(performed: Performed, { id, secrets }: { id: string; secrets: readonly string[] }): object {
  const { run, records, reply, took, failure } = performed;
  const mask = maskOf(secrets);
  const text = (given: string) => cut(mask(maskSecrets(given)));
  const { method, path, headers } = { ...run.state.request, path: run.context.path };
  return {
    id,
    pipeline_id: run.pipeline.id,
    version: run.pipeline.version,
    timestamp: new Date().toISOString(),
    category: categoryOf(performed),
    classify: run.route.classify.category,
    route: run.route.path,
    error: failure !== null,
    took: Math.round(took * 100) / 100,
    request: { method, uri: text(path), headers: lists(headers), body: text(run.sent) },
    response: {
      code: reply.status,
      timetaken: Math.round(took),
      headers: lists(reply.headers),
      body: text(reply.body),
    },
    stageChanges: records.map(({ id, stage, took: ms, outcome, error, context }) => ({
      id,
      stage,
      took: Math.round(ms * 100) / 100,
      outcome,
      ...(error && { error: { ...error, message: text(error.message) } }),
      ...(context && { context: cut(stringifyJson(maskedObject(context, mask))) }),
    })),
    console_logs: Object.fromEntries(Object.entries(run.logs).map(([id, lines]) => [id, lines.map(text)])),
  };
}

/** Runs in `.pipeline_runs` and `.pipeline_traces`; of the latter the newest are kept. */
export function createKeptRuns({
  engine,
  places,
  log,
  secrets,
}: StoreParts & { log: Logger; secrets: () => readonly string[] }): KeptRuns {
  const runs = createWriter({ engine, places, log, index: SYSTEM.pipelineRuns });
  const logs = createWriter({ engine, places, log, index: SYSTEM.pipelineLogs, written: prune });

  async function prune(): Promise<void> {
    const records = { engine, index: places.of(SYSTEM.pipelineLogs).definition.name, from: 0, to: Date.now() + 1 };
    const count = await recordsBetween(records);
    if (count <= MOST.most + SPARE) return;
    const over = count - MOST.most;
    await removeOldest({ ...records, least: over, most: over, goesOn: async () => true });
  }

  function keep(performed: Performed): void {
    const { run, records, took, failure } = performed;
    if (run.isTrial) return;
    runs.add({
      pipeline_id: run.pipeline.id,
      version: run.pipeline.version,
      took: Math.round(took * 100) / 100,
      error: failure !== null,
      timestamp: new Date().toISOString(),
      stages: records.map(({ id, took: ms, outcome }) => ({
        id,
        took: Math.round(ms * 100) / 100,
        error: outcome === "failed",
        executed: outcome !== "skipped",
      })),
    });
    if (!run.route.recordLogs) return;
    const id = randomUUID();
    logs.add(logOf(performed, { id, secrets: secrets() }), id);
  }

  return { keep, flush: async () => void (await Promise.all([runs.flush(), logs.flush()])) };
}
