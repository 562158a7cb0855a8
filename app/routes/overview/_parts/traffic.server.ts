import { chartAddress } from "~/components/charts/chart-address";
import { drawLatency, drawRequests } from "~/components/charts/traffic-charts.server";
import type { Scope } from "~/session/scope.server";
import { mayStream } from "~/services/platform/http/streaming.server";
import { mapPanel, panel, panelPatience } from "~/services/platform/http/settle.server";
import {
  getLatencyOverTime,
  getRequestsOverTime,
  type RequestsOverTime,
  statusClasses,
} from "~/services/data/logs/traffic-over-time.server";
import { trafficAddress } from "./traffic-address";

const HOUR = 3_600_000;
/** Charts and figures stand beside what one comes for: a page that can be streamed does not wait for them. */
const PATIENCE_MS = 50;

/** How long the panels of an overview that are made from the log and from analytics may keep the page. */
export function besideOf({ context }: Pick<Scope, "context">, request: Request) {
  return { request, requestId: context.requestId, patience: mayStream(request) ? PATIENCE_MS : panelPatience.beside };
}

/**
 * The charts of an overview: requests by status class and search latency, each a panel of its own. Null in a panel: the
 * server has no such report.
 */
export async function loadTraffic(scope: Scope, { request, index }: { request: Request; index?: string }) {
  const { traffic, zoom } = trafficAddress.at(request).state;
  const { hide } = chartAddress.at(request).state;
  const now = Date.now();
  const span = zoom ?? { from: now - (traffic === "day" ? 24 * HOUR : HOUR), to: now };
  const late = besideOf(scope, request);
  const look = { zone: scope.preferences.zone, hide };
  const [requests, latency] = await Promise.all([
    panel(getRequestsOverTime(scope, { index, span }), late),
    panel(getLatencyOverTime(scope, { index, span }), late),
  ]);
  // The line in the card is the hour's, as its number is.
  const line =
    zoom === null && traffic === "hour" && "ok" in requests && requests.ok && requests.value !== null
      ? totalsOf(requests.value)
      : undefined;
  return {
    line,
    requests: mapPanel(requests, (found) => found && drawRequests(found, look)),
    latency: mapPanel(latency, (found) => found && drawLatency(found, look)),
    /** Of the card: the points of the chart, null where nobody searched. */
    p95: mapPanel(latency, (found) => found && found.p95),
  };
}

export type TrafficPanels = Awaited<ReturnType<typeof loadTraffic>>;

function totalsOf({ times, classes }: RequestsOverTime): number[] {
  return times.map((_, n) => statusClasses.reduce((sum, name) => sum + (classes[name][n] ?? 0), 0));
}
