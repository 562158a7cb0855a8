import { address, oneOf, page, type StateOf, text } from "~/lib/address";
import type { JobState } from "~/services/platform/jobs/states";

export const times = {
  day: { label: "Last 24 hours", ms: 24 * 3600_000 },
  week: { label: "Last 7 days", ms: 7 * 24 * 3600_000 },
} as const;

/** The tabs, and the states that each shows. */
export const tabs = {
  "": { label: "All", states: ["draft", "queued", "running", "paused", "done", "cancelled", "interrupted", "failed"] },
  running: { label: "Running", states: ["running", "paused"] },
  waiting: { label: "Waiting", states: ["queued"] },
  failed: { label: "Failed", states: ["failed", "interrupted"] },
  finished: { label: "Finished", states: ["done", "cancelled"] },
  "not-started": { label: "Not started", states: ["draft"] },
} as const satisfies Record<string, { label: string; states: readonly JobState[] }>;
export type Tab = keyof typeof tabs;
export const tabNames = Object.keys(tabs) as Tab[];

const spec = {
  state: oneOf(["running", "waiting", "failed", "finished", "not-started"], { label: "State" }),
  kind: text({ label: "Kind", max: 50 }),
  by: text({ label: "Started by", max: 200 }),
  since: oneOf(["day", "week"], { label: "Time" }),
  page: page(),
};

/** What the list of jobs keeps in its address. */
export const jobList = address(spec);
export type JobListState = StateOf<typeof spec>;
