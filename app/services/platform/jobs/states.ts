// The words of jobs that server and browser share.
import { formatNumber } from "~/lib/values/numbers";

/**
 * `draft` waits for its owner, `queued` for a free place, `paused` for the server or for room on a disk and goes on by
 * itself, `interrupted` for somebody who resumes it.
 */
export const jobStates = [
  "draft",
  "queued",
  "running",
  "paused",
  "done",
  "cancelled",
  "interrupted",
  "failed",
] as const;
export type JobState = (typeof jobStates)[number];

/** The words for them on every screen. */
export const stateNames: Record<JobState, string> = {
  draft: "not started",
  queued: "waiting",
  running: "running",
  paused: "paused",
  done: "done",
  cancelled: "cancelled",
  interrupted: "interrupted",
  failed: "failed",
};

const tones = {
  draft: "neutral",
  queued: "neutral",
  running: "info",
  paused: "warn",
  done: "good",
  cancelled: "neutral",
  interrupted: "warn",
  failed: "bad",
} as const satisfies Record<JobState, string>;

/** Its word where rows are counted: what is done but lost rows says how many. */
export const stateText = ({ state, failed }: { state: JobState; failed: number }) =>
  state === "done" && failed > 0 ? `${stateNames.done}, ${formatNumber(failed)} failed` : stateNames[state];

/** The tone of its badge on every screen; what is done but lost rows is not all good. */
export function stateTone({ state, failed }: { state: JobState; failed: number }) {
  return state === "done" && failed > 0 ? "warn" : tones[state];
}

/** Whether nothing more will happen to a job. */
export function isOver(state: JobState): boolean {
  return state === "done" || state === "cancelled" || state === "failed";
}

/** Whether a job in this state changes by itself. */
export function isLive(state: JobState): boolean {
  return state === "queued" || state === "running" || state === "paused";
}

/** In what the progress of a kind is counted. */
export type Unit = "documents" | "bytes" | "requests";
