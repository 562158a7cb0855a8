import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { type Sample, type Tried, tryPipeline } from "../trial.server";
import { type AnswerDifference, answerDifference } from "./answers";
import { listLogIds, readLogSample } from "./log-sample.server";
import { until } from "./until.server";

/** The text of a version, as it is tried. */
export type Tryable = { content: string; scripts: Readonly<Record<string, string>> };

/** What came of it: how many answers of which kind, the first that differ, the times in ms of both. */
export type Replay = {
  asked: number;
  /** How many were compared: asked of both versions, and answered in time. */
  ran: number;
  /** Why not all were. */
  ended: "all" | "time" | "none";
  /** How long it may take, in ms. */
  most: number;
  counts: Record<AnswerDifference, number>;
  differences: { log: string; kind: AnswerDifference }[];
  times: { live: Times; own: Times };
};
export type Times = { p50: number | null; p95: number | null };

const { most: MOST_MS } = PIPELINES_LIMITS.replayTime;
/** How long a page waits for a replay, in ms: the list of runs may take some of it. */
export const REPLAY_MS = MOST_MS + 5_000;
const MOST_SHOWN = 3;

const at = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
function timesOf(took: readonly number[]): Times {
  const sorted = [...took].sort((a, b) => a - b);
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95) };
}

const answerOf = (tried: Tried) =>
  tried.ok
    ? { code: tried.trial.code, body: tried.trial.response?.body ?? "", failed: tried.trial.error !== null }
    : { code: tried.failure.status, body: "", failed: true };

/**
 * The last kept runs of a pipeline once more, through the live version and through another, one after the other, for as
 * long as a reader may wait: a call that is under way then is given up, and what it was about is not compared. Nothing is
 * kept and nothing changes. Throws BackendError.
 */
export async function replayLogs(
  scope: Pick<Scope, "http">,
  { id, size, live, own }: { id: string; size: number; live: Tryable; own: Tryable },
): Promise<Replay> {
  const end = AbortSignal.timeout(MOST_MS);
  const bounded = until(scope, end);
  const logs = await listLogIds(scope, { id, size });
  const counts = { same: 0, order: 0, hits: 0, other: 0, error: 0 };
  const differences: Replay["differences"] = [];
  const took = { live: [] as number[], own: [] as number[] };
  const run = async (of: keyof typeof took, sample: Sample) => {
    const { content, scripts } = of === "live" ? live : own;
    const tried = await tryPipeline(bounded, { id, content, scripts, sample });
    if (tried.ok && tried.trial.took !== null && !end.aborted) took[of].push(tried.trial.took);
    return answerOf(tried);
  };
  let ran = 0;
  let ended: Replay["ended"] = logs.length === 0 ? "none" : "all";
  const compare = async (log: string) => {
    const sample = await readLogSample(bounded, { id, log });
    if (sample === undefined) return;
    const before = await run("live", sample);
    const after = await run("own", sample);
    if (end.aborted) return;
    const kind = answerDifference(before, after);
    ran += 1;
    counts[kind] += 1;
    if (kind !== "same" && differences.length < MOST_SHOWN) differences.push({ log, kind });
  };
  for (const log of logs) {
    await compare(log).catch((error: unknown) => {
      if (!end.aborted || !isBackendError(error)) throw error;
    });
    if (end.aborted) {
      ended = "time";
      break;
    }
  }
  return {
    asked: logs.length,
    ran,
    ended,
    most: MOST_MS,
    counts,
    differences,
    times: { live: timesOf(took.live), own: timesOf(took.own) },
  };
}
