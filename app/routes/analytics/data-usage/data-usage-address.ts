import { address, oneOf, page, size, sort, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";

/** The presets of published dashboards. */
export const usagePresets = [
  "last-30-minutes",
  "last-day",
  "last-7-days",
  "last-30-days",
  "this-week",
  "last-week",
] as const;

/** The address of the data usage: what time the chart is about, and the list of indices, without those of the system itself. */
export const dataUsageAddress = address({
  range: dateRange({ initial: "last-30-days", offered: usagePresets, part: "look" }),
  q: text({ label: "Index name" }),
  of: oneOf(["all", "system"], { label: "Indices" }),
  sort: sort({ by: ["size", "documents", "name"], initial: { by: "size", order: "desc" } }),
  size: size({ initial: 25 }),
  page: page(),
});
