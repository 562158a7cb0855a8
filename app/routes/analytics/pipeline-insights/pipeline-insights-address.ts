import { address, number, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";

/** The presets of published dashboards. */
export const pipelinePresets = [
  "last-30-minutes",
  "this-week",
  "last-week",
  "last-day",
  "last-7-days",
  "last-30-days",
] as const;

/** The address of the pipeline insights: which pipeline, which of its versions by stage, and when. */
export const pipelineAddress = address({
  pipeline: text({ label: "Pipeline" }),
  version: number({ min: 0, max: 999_999_999, initial: null, label: "Version" }),
  range: dateRange({ initial: "last-30-days", offered: pipelinePresets }),
});
