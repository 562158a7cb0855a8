import { NOT_OFFERED } from "@common/http/not-offered";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { text } from "@backend/gateway/platform/http/reply";
import type { Route } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { addLoopStops, addThreadStops } from "@common/process/loop-stops";
import { Registry } from "prom-client";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * `/arc/metrics`: figures of this process for Prometheus, for this machine only; the console shows them with its own.
 */
export function metricsRoute({ recorder, engine, writes }: Pick<Services, "recorder" | "engine" | "writes">): Route {
  const registry = new Registry();
  addLoopStops(registry, "searchdeck_backend");
  if (engine.stops) addThreadStops(registry, engine.stops);
  return {
    methods: ["GET"],
    path: "/arc/metrics",
    access: { kind: "open" },
    log: false,
    handle: async ({ socketAddress, headers }) => {
      // Behind a proxy everybody would look like a neighbour.
      if (!LOOPBACK.test(socketAddress) || headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined)
        throw new HttpError(405, NOT_OFFERED);
      const lines = [
        "# HELP searchdeck_backend_log_records_dropped_total Lines of the request log that were lost: the engine took none, or too many waited.",
        "# TYPE searchdeck_backend_log_records_dropped_total counter",
        `searchdeck_backend_log_records_dropped_total ${recorder.dropped()}`,
        "# HELP searchdeck_backend_resident_memory_bytes Resident memory of the back end.",
        "# TYPE searchdeck_backend_resident_memory_bytes gauge",
        `searchdeck_backend_resident_memory_bytes ${process.memoryUsage.rss()}`,
        "# HELP searchdeck_backend_reindex_blocked_seconds For how long an index took no writes at the end of a re-index, at the longest since the last call of this.",
        "# TYPE searchdeck_backend_reindex_blocked_seconds gauge",
        `searchdeck_backend_reindex_blocked_seconds ${writes.longestBlock() / 1000}`,
      ];
      return text(`${lines.join("\n")}\n${await registry.metrics()}`);
    },
  };
}
