import { chartAddress, hiddenSeries } from "~/components/charts/chart-address";
import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart, Tone } from "~/components/charts/types";
import { formatNumber } from "~/lib/numbers";
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
  // The line in the card is the hour's, as its number is.
  const line = zoom === null && traffic === "hour" && "ok" in requests && requests.ok && requests.value !== null ? totalsOf(requests.value) : undefined;
  return {
    line,
    requests: mapPanel(requests, (found) => found && drawRequests(found, look)),
    latency: mapPanel(latency, (found) => found && drawLatency(found, look)),
  };
}

export type TrafficPanels = Awaited<ReturnType<typeof loadTraffic>>;

/** `per 2.5 min`; of an hour or a day without the one. */
function per(step: number): string {
  const [length, unit] = step < 60_000 ? [1000, "sec"] : step < HOUR ? [60_000, "min"] : step < 24 * HOUR ? [HOUR, "hour"] : [24 * HOUR, "day"];
  const count = formatNumber(step / length, 1);
  return `per ${count === "1" ? unit : unit === "hour" || unit === "day" ? `${count} ${unit}s` : `${count} ${unit}`}`;
}

function totalsOf({ times, classes }: RequestsOverTime): number[] {
  return times.map((_, n) => statusClasses.reduce((sum, name) => sum + (classes[name][n] ?? 0), 0));
}

function drawRequests({ times, step, classes, total }: RequestsOverTime, { zone, hide }: Look): DrawnChart {
  const series = statusClasses
    .filter((name) => name === "2xx" || classes[name].some((count) => count > 0))
    .map((name) => ({ key: name, label: name, tone: tones[name], values: classes[name] }));
  const chart = drawTimeChart({
    id: "requests",
    title: "Requests",
    note: per(step),
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
    note: per(step),
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
