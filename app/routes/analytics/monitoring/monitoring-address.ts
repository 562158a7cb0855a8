import { address, oneOf } from "~/lib/address";

/** How far the charts go back, by the names of published dashboards. */
export const spans = {
  "now-5m": { label: "5 min", ms: 300_000 },
  "now-1h": { label: "1 hour", ms: 3_600_000 },
  "now-3h": { label: "3 hours", ms: 10_800_000 },
  "now-12h": { label: "12 hours", ms: 43_200_000 },
  "now-1d": { label: "1 day", ms: 86_400_000 },
  "now-7d": { label: "7 days", ms: 604_800_000 },
} as const;
export type SpanName = keyof typeof spans;
export const spanNames = Object.keys(spans) as [SpanName, ...SpanName[]];

/** The address of the monitoring. */
export const monitoringAddress = address({
  time: oneOf(spanNames, { initial: "now-5m", label: "Period", part: "look" }),
});
