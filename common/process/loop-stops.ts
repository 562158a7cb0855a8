import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";

/** Milliseconds between two looks. */
const RESOLUTION_MS = 10;

/**
 * Adds how long the process was held by one piece of work at the longest: since it began, and since the last reading.
 * Calls of any kind are to stay below 0.2 s.
 */
export function addLoopStops(registry: Registry, prefix = "searchdeck"): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let longest = 0;
  const most = new Gauge({
    name: `${prefix}_event_loop_stop_max_seconds`,
    help: "The longest time since the process began in which nobody else had a turn.",
    registers: [],
  });
  new Gauge({
    name: `${prefix}_event_loop_stop_seconds`,
    help: "The longest time since the last reading in which nobody else had a turn.",
    registers: [registry],
    collect() {
      const stop = Math.max(0, delays.max / 1e9 - RESOLUTION_MS / 1e3);
      delays.reset();
      longest = Math.max(longest, stop);
      this.set(stop);
      most.set(longest);
    },
  });
  // After the one that sets it: metrics are read in the order in which they were registered.
  registry.registerMetric(most);
}

/** Adds the same for the threads of the search engine: those that search are several, and the longest counts. */
export function addThreadStops(
  registry: Registry,
  stops: () => { thread: string; seconds: number }[],
  prefix = "searchdeck_backend",
): void {
  new Gauge({
    name: `${prefix}_engine_thread_stop_seconds`,
    help: "The longest time since the last reading in which a thread of the search engine gave no other call a turn.",
    labelNames: ["thread"],
    registers: [registry],
    collect() {
      this.reset();
      const longest = new Map<string, number>();
      for (const { thread, seconds } of stops()) longest.set(thread, Math.max(seconds, longest.get(thread) ?? 0));
      for (const [thread, seconds] of longest) this.set({ thread }, seconds);
    },
  });
}
