import { address, oneOf, page, size, text } from "~/lib/address";
import { dateRange } from "~/lib/address/date-range";

/** The presets of published dashboards. */
export const aiPresets = ["this-week", "last-week", "last-day", "last-7-days", "last-30-days"] as const;

/** The address of the AI insights. */
export const aiAddress = address({
  range: dateRange({ initial: "last-30-days", offered: aiPresets }),
  useful: oneOf(["true", "false"], { label: "Feedback" }),
  model: text({ label: "Model", max: 200 }),
  user: text({ label: "User", max: 256 }),
  size: size({ choices: [10, 25, 50], initial: 10 }),
  page: page(),
});
