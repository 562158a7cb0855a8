import { chartAddress } from "~/components/charts/chart-address";
import { drawLatency, drawRequests } from "~/components/charts/traffic-charts.server";
import type { Scope } from "~/session/scope.server";
import { mayStream } from "~/services/http/streaming.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { getLatencyOverTime, getRequestsOverTime, type RequestsOverTime, statusClasses } from "~/services/logs/traffic-over-time.server";
import { trafficAddress } from "./traffic-address";

const HOUR = 3_600_000;
/** Charts stand below what one comes for: a page that can be streamed does not wait for them. */
const PATIENCE_MS = 50;

/** The charts of an overview: requests by status class and search latency, each a panel of its own. Null in a panel: the server has no such report. */
export async function loadTraffic(scope: Scope, { request, index }: { request: Request; index?: string }) {
  const { traffic, zoom } = trafficAddress.at(request).state;
  const { hide } = chartAddress.at(request).state;
  const now = Date.now();
  const span = zoom ?? { from: now - (traffic === "day" ? 24 * HOUR : HOUR), to: now };
  const late = { request, requestId: scope.context.requestId, ...(mayStream(request) && { patience: PATIENCE_MS }) };
  const look = { zone: scope.preferences.zone, hide };
  const [requests, latency] = await Promise.all([
    panel(getRequestsOverTime(scope, { index, span }), late),
    panel(getLatencyOverTime(scope, { index, span }), late),
  ]);
  // The line in the card is the hour's, as its number is.
  const line = zoom === null && traffic === "hour" && "ok" in requests && requests.ok && requests.value !== null ? totalsOf(requests.value) : undefined;
  return {
    line,
    requests: mapPanel(requests, (found) => found && drawRequests(found, look)),
    latency: mapPanel(latency, (found) => found && drawLatency(found, look)),
  };
}

export type TrafficPanels = Awaited<ReturnType<typeof loadTraffic>>;

function totalsOf({ times, classes }: RequestsOverTime): number[] {
  return times.map((_, n) => statusClasses.reduce((sum, name) => sum + (classes[name][n] ?? 0), 0));
}
