import { setImmediate } from "node:timers/promises";
import { EngineError } from "./errors";

/** Work at a stretch before others get a turn. */
export const SLICE_MS = 4;

/** Work in slices: at every `yield` others may have their turn, and the time is looked at (`search/budget.ts`). */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Work that is done at once where it is little, else in slices: `isSteps(work) ? yield* work : work`. */
export type Work<Result> = Result | Steps<Result>;

/** About a millisecond of the cheapest kind of work: so many documents or terms stand between two slices. */
export const STRETCH = 16_384;

/** True for work that still has to be done. */
export function isSteps<Result extends object>(work: Work<Result>): work is Steps<Result> {
  return "next" in work && "throw" in work;
}

/** Does work at one stretch: for explanations and tests, and where little is left to do. */
export function finished<Result extends object>(work: Work<Result>): Result {
  if (!isSteps(work)) return work;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Work that nobody waits for, at a stretch: a write that comes meanwhile has to wait for two or three of its slices
 * (its bytes, its turn to commit, its answer), which should take no longer than the write itself.
 */
export const BACKGROUND_SLICE_MS = 1;

/**
 * Does work with turns for others for as long as somebody waits for it. Throws EngineError once the caller has gone.
 */
export async function whileWanted<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  return inSlices(wanted(steps, signal));
}

/**
 * The same work, which ends at the first slice after its caller has gone: nothing of an unanswered call need be kept.
 */
export function* wanted<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Steps<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (signal?.aborted) throw new EngineError(400, "task_cancelled_exception", "the caller has gone");
    yield;
  }
}

/** Does work to its end, with turns for others every `sliceMs` milliseconds. */
export async function inSlices<Result>(steps: Steps<Result>, sliceMs = SLICE_MS): Promise<Result> {
  for (let ends = performance.now() + sliceMs; ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < ends) continue;
    await setImmediate();
    ends = performance.now() + sliceMs;
  }
}
