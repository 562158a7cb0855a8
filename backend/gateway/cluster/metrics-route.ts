import { HttpError } from "../http/errors";
import { text } from "../http/reply";
import type { Route } from "../http/types";
import type { Services } from "../services";
import { addLoopStops } from "@common/loop-stops";
import { Registry } from "prom-client";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** `/arc/metrics`: figures of this process for Prometheus, for this machine only; the console shows them with its own. */
export function metricsRoute({ recorder }: Pick<Services, "recorder">): Route {
  const registry = new Registry();
  addLoopStops(registry, "searchdeck_backend");
  return {
    methods: ["GET"],
    path: "/arc/metrics",
    access: { kind: "open" },
    log: false,
    handle: async ({ socketAddress, headers }) => {
      // Behind a proxy everybody would look like a neighbour.
      if (!LOOPBACK.test(socketAddress) || headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined)
        throw new HttpError(405, "this server does not offer this call");
      const lines = [
        "# HELP searchdeck_backend_log_records_dropped_total Lines of the request log that were lost: the engine took none, or too many waited.",
        "# TYPE searchdeck_backend_log_records_dropped_total counter",
        `searchdeck_backend_log_records_dropped_total ${recorder.dropped()}`,
        "# HELP searchdeck_backend_resident_memory_bytes Resident memory of the back end.",
        "# TYPE searchdeck_backend_resident_memory_bytes gauge",
        `searchdeck_backend_resident_memory_bytes ${process.memoryUsage.rss()}`,
      ];
      return text(`${lines.join("\n")}\n${await registry.metrics()}`);
    },
  };
}
