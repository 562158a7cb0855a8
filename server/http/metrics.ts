import type { Request, RequestHandler } from "express";
import { addLoopStops } from "@common/process/loop-stops";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { backendMetrics } from "./health";

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

function kindOf(path: string): string {
  if (path.startsWith("/build/")) return "asset";
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return "probe";
  return path.endsWith(".data") ? "data" : "page";
}

/** A caller on this machine, and no proxy in between: behind a local proxy everybody would look like a neighbour. */
function isLocal(request: Request): boolean {
  const forwarded = request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined;
  return !forwarded && loopback.test(request.socket.remoteAddress ?? "");
}

/**
 * Prometheus metrics of the console process: Node's own and requests by kind, method and status. Paths are no label,
 * they hold names of indices. `backend` is the address of the bundled back end, whose figures stand with ours.
 * Returns the middleware that measures and the handler of `GET /metrics`, closed to other machines unless `isPublic`.
 */
export function createMetrics({ isPublic, backend }: { isPublic: boolean; backend?: string | undefined }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addLoopStops(registry);
  const labelNames = ["kind", "method", "status"] as const;
  const requests = new Counter({
    name: "searchdeck_http_requests_total",
    help: "Requests answered.",
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "searchdeck_http_request_duration_seconds",
    help: "Time from a request to the end of its answer.",
    labelNames: ["kind"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [registry],
  });
  const open = new Gauge({
    name: "searchdeck_http_requests_open",
    help: "Requests being answered now.",
    registers: [registry],
  });

  const measure: RequestHandler = (request, response, next) => {
    const kind = kindOf(request.path);
    const stop = seconds.startTimer({ kind });
    open.inc();
    response.once("close", () => {
      stop();
      open.dec();
      requests.inc({ kind, method: request.method, status: response.statusCode });
    });
    next();
  };

  const metrics: RequestHandler = async (request, response) => {
    if (!isPublic && !isLocal(request)) {
      response
        .status(403)
        .type("text/plain")
        .send("Metrics are open to this machine only; METRICS_PUBLIC=true opens them.\n");
      return;
    }
    response
      .set("Cache-Control", "no-store")
      .type(registry.contentType)
      .send(`${await registry.metrics()}${backend === undefined ? "" : await backendMetrics(backend)}`);
  };

  return { measure, metrics };
}
