import { chartAddress, hiddenSeries } from "~/components/charts/chart-address";
import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart, Tone } from "~/components/charts/types";
import { formatDuration } from "~/lib/dates";
import type { Scope } from "~/session/scope.server";
import { mayStream } from "~/services/http/streaming.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import {
  getLatencyOverTime,
  getRequestsOverTime,
  type LatencyOverTime,
  type RequestsOverTime,
  type StatusClass,
  statusClasses,
} from "~/services/logs/traffic-over-time.server";
import { trafficAddress } from "./traffic-address";

const HOUR = 3_600_000;
/** Charts stand below what one comes for: a page that can be streamed does not wait for them. */
const PATIENCE_MS = 50;

const tones: Record<StatusClass, Tone> = { "2xx": 1, "3xx": 3, "4xx": 7, "5xx": 2 };

type Look = { zone: string; hide: readonly string[] };

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
  return {
    requests: mapPanel(requests, (found) => found && drawRequests(found, look)),
    latency: mapPanel(latency, (found) => found && drawLatency(found, look)),
  };
}

export type TrafficPanels = Awaited<ReturnType<typeof loadTraffic>>;

function drawRequests({ times, step, classes, total }: RequestsOverTime, { zone, hide }: Look): DrawnChart {
  const series = statusClasses
    .filter((name) => name === "2xx" || classes[name].some((count) => count > 0))
    .map((name) => ({ key: name, label: name, tone: tones[name], values: classes[name] }));
  const chart = drawTimeChart({
    id: "requests",
    title: "Requests",
    note: `per ${formatDuration(step)}`,
    kind: "stacked",
    times,
    step,
    series,
    format: "count",
    zone,
    hidden: hiddenSeries(hide, "requests"),
  });
  return { ...chart, empty: total === 0 };
}

function drawLatency({ times, step, p50, p95 }: LatencyOverTime, { zone, hide }: Look): DrawnChart {
  return drawTimeChart({
    id: "latency",
    title: "Search latency",
    note: `per ${formatDuration(step)}`,
    kind: "line",
    times,
    step,
    series: [
      { key: "p95", label: "p95", tone: 2, values: p95 },
      { key: "p50", label: "p50", tone: 1, values: p50 },
    ],
    format: "ms",
    zone,
    hidden: hiddenSeries(hide, "latency"),
  });
}
