import { setImmediate } from "node:timers/promises";
import { EngineError } from "../errors";
import type { Budget } from "./types";

/** A search may take this long where it names no time of its own. */
const LONGEST_MS = 30_000;
/** Work at a stretch before others get a turn. */
const SLICE_MS = 4;

/** Thrown when the time is up in the middle of a step; the search then answers what it has. */
export class OutOfTime extends Error {}

/** Watches the time, the caller and the turns of one search. */
export function budgetFor({ timeout, signal }: { timeout: number | undefined; signal: AbortSignal }): Budget {
  const end = performance.now() + Math.min(timeout ?? LONGEST_MS, LONGEST_MS);
  let turn = performance.now();
  const expired = () => performance.now() > end;
  return {
    expired,
    checkpoint() {
      if (signal.aborted) throw new EngineError(400, "task_cancelled_exception", "The caller has gone.");
      if (expired()) throw new OutOfTime();
    },
    async pause() {
      if (signal.aborted) throw new EngineError(400, "task_cancelled_exception", "The caller has gone.");
      if (performance.now() - turn < SLICE_MS) return;
      await setImmediate();
      turn = performance.now();
    },
  };
}
