import type { IncomingMessage } from "node:http";
import { collectDefaultMetrics, Registry } from "prom-client";
import { addLoopStops } from "@common/loop-stops";
import type { Reply } from "./reply";

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * True for a reader of metrics on this machine, with no proxy in between. Who sends credentials asks for an index of that name: to callers of
 * the API the path stays theirs.
 */
export function asksForMetrics({ url, method, headers, socket }: IncomingMessage): boolean {
  if (method !== "GET" || url?.split("?", 1)[0] !== "/metrics" || headers.authorization !== undefined) return false;
  const forwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return !forwarded && LOOPBACK.test(socket.remoteAddress ?? "");
}

/** Prometheus metrics of the back end's process: Node's own, and how long one piece of work held it. */
export function createMetrics(): () => Promise<Reply> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addLoopStops(registry);
  return async () => ({ status: 200, headers: { "Content-Type": registry.contentType, "Cache-Control": "no-store" }, body: await registry.metrics() });
}
