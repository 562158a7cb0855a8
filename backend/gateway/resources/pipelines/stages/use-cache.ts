import type { StageWork } from "../run/types";
import { cacheKey } from "./answer-cache";
import type { StageServices } from "./services";

/** Where a run's answer is kept when it is over; null where it is not to be. */
const keys = new WeakMap<object, string>();

/**
 * Answers from memory what the same pipeline answered within a minute to the same request of somebody with the same
 * rights; then only what records the search still runs. Nothing is kept of a trial.
 */
export function useCache({ cache }: Pick<StageServices, "cache">): StageWork {
  return async (run) => {
    if (run.isTrial) return false;
    const key = cacheKey(run);
    const kept = cache.get(key);
    if (kept === null) {
      keys.set(run, key);
      return false;
    }
    run.state = { ...run.state, ...kept };
    run.isOver = true;
    return true;
  };
}

/** Keeps the answer of a run that asked for it, where it went well. */
export function keepAnswer(run: Parameters<StageWork>[0], { cache }: Pick<StageServices, "cache">): void {
  const key = keys.get(run);
  const { response, search } = run.state;
  const kept = search.unrecorded ?? response;
  if (key !== undefined && kept !== null && kept.code < 300) cache.put(key, { response: kept, search });
}
