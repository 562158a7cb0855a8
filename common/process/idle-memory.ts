import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MB = 1024 ** 2;
/** How often it is looked, in ms. */
const EVERY_MS = 5_000;
/** A loop that was busy for less of the time since the last look is idle. */
const IDLE_SHARE = 0.1;
/** What was taken since the last collection before another one is worth its time. */
const GROWN_BYTES = 48 * MB;

// There is no other way to it from within: V8 collects by itself only while something is made.
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return () => {
    if (typeof collect === "function") Reflect.apply(collect, undefined, []);
  };
}

function size(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/**
 * Gives the memory of objects that nobody holds any more back to the system, once this thread has nothing to do:
 * without it a process that once did something large keeps what that took until it does something large again. Returns
 * the way to stop.
 */
export function giveMemoryBackWhenIdle({
  everyMs = EVERY_MS,
  grown = GROWN_BYTES,
}: { everyMs?: number; grown?: number } = {}): () => void {
  let collect: (() => void) | undefined;
  let after = size();
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    const present = size();
    after = Math.min(after, present);
    if (utilization > IDLE_SHARE || present < after + grown) return;
    (collect ??= collector())();
    after = size();
    last = performance.eventLoopUtilization();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
