import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { failureMessage } from "~/lib/messages/user-messages";
import type { Scope } from "~/session/scope.server";
import { tryPipeline } from "../trial.server";
import { until } from "../trials/until.server";
import type { Tryable } from "../trials/replay.server";
import { firstDifference } from "./check";
import { requestOf } from "./records.server";
import type { StoredSample } from "./store.server";

/** What came of a sample. `not-run`: the time was up, or the server gave no answer to it; `why` says it. `took` in ms. */
export type SampleResult = {
  id: string;
  name: string;
  outcome: "passed" | "failed" | "not-run";
  why: string | null;
  took: number | null;
};
export type SampleResults = { results: SampleResult[]; passed: number; failed: number; notRun: number };

/** How long a page waits for a run of all samples, in ms: a call that is under way when the time is up is given up. */
export const SAMPLES_MS = PIPELINES_LIMITS.samplesTime.most + 5_000;

/**
 * Runs samples through the text of a version, one after the other, in the name of whoever asks, for as long as a reader
 * may wait. Nothing is kept and nothing changes.
 */
export async function runSamples(
  scope: Pick<Scope, "http">,
  { id, samples, own }: { id: string; samples: readonly StoredSample[]; own: Tryable },
): Promise<SampleResults> {
  const began = Date.now();
  const end = AbortSignal.timeout(PIPELINES_LIMITS.samplesTime.most);
  const bounded = until(scope, end);
  const results: SampleResult[] = [];
  for (const sample of samples) {
    const about = { id: sample.id, name: sample.name };
    const late = { ...about, outcome: "not-run", why: "The time was up.", took: null } as const;
    if (Date.now() - began > PIPELINES_LIMITS.samplesTime.most || end.aborted) {
      results.push(late);
      continue;
    }
    const tried = await tryPipeline(bounded, { id, ...own, sample: requestOf(sample) });
    if (!tried.ok && end.aborted) {
      results.push(late);
      continue;
    }
    if (!tried.ok) {
      results.push({ ...about, outcome: "not-run", why: failureMessage(tried.failure), took: null });
      continue;
    }
    const why = firstDifference(sample.expectations, tried.trial);
    results.push({ ...about, outcome: why === null ? "passed" : "failed", why, took: tried.trial.took });
  }
  const count = (outcome: SampleResult["outcome"]) => results.filter((one) => one.outcome === outcome).length;
  return { results, passed: count("passed"), failed: count("failed"), notRun: count("not-run") };
}
