import type { Scope } from "~/session/scope.server";
import { type Sample, type Tried, tryPipeline } from "../trial.server";
import { type AnswerDifference, answerDifference } from "./answers";
import { listLogIds, readLogSample } from "./log-sample.server";

/** The text of a version, as it is tried. */
export type Tryable = { content: string; scripts: Readonly<Record<string, string>> };

/** What came of it: how many answers of which kind, the first that differ, the times in ms of both. */
export type Replay = {
  asked: number;
  ran: number;
  /** Why not all ran. */
  ended: "all" | "time" | "none";
  counts: Record<AnswerDifference, number>;
  differences: { log: string; kind: AnswerDifference }[];
  times: { live: Times; own: Times };
};
export type Times = { p50: number | null; p95: number | null };

const MOST_MS = 20_000;
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
 * long as a reader may wait. Nothing is kept and nothing changes. Throws BackendError.
 */
export async function replayLogs(
  scope: Pick<Scope, "http">,
  { id, size, live, own }: { id: string; size: number; live: Tryable; own: Tryable },
): Promise<Replay> {
  const began = Date.now();
  const logs = await listLogIds(scope, { id, size });
  const counts = { same: 0, order: 0, hits: 0, other: 0, error: 0 };
  const differences: Replay["differences"] = [];
  const took = { live: [] as number[], own: [] as number[] };
  const run = async (of: keyof typeof took, sample: Sample) => {
    const { content, scripts } = of === "live" ? live : own;
    const tried = await tryPipeline(scope, { id, content, scripts, sample });
    if (tried.ok && tried.trial.took !== null) took[of].push(tried.trial.took);
    return answerOf(tried);
  };
  let ran = 0;
  let ended: Replay["ended"] = logs.length === 0 ? "none" : "all";
  for (const log of logs) {
    if (Date.now() - began > MOST_MS) {
      ended = "time";
      break;
    }
    const sample = await readLogSample(scope, { id, log });
    if (sample === undefined) continue;
    const before = await run("live", sample);
    const kind = answerDifference(before, await run("own", sample));
    ran += 1;
    counts[kind] += 1;
    if (kind !== "same" && differences.length < MOST_SHOWN) differences.push({ log, kind });
  }
  return {
    asked: logs.length,
    ran,
    ended,
    counts,
    differences,
    times: { live: timesOf(took.live), own: timesOf(took.own) },
  };
}
