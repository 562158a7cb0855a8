import { type Tone } from "~/components/kit";

type State = "draft" | "queued" | "running" | "waiting" | "done" | "cancelled" | "interrupted" | "failed";

const labels: Record<State, string> = {
  draft: "not begun",
  queued: "queued",
  running: "running",
  waiting: "waiting",
  done: "done",
  cancelled: "cancelled",
  interrupted: "interrupted",
  failed: "failed",
};

const tones: Record<State, Tone> = {
  draft: "neutral",
  queued: "info",
  running: "info",
  waiting: "warn",
  done: "good",
  cancelled: "neutral",
  interrupted: "warn",
  failed: "bad",
};

/** The word for the state of an import. */
export function stateLabel(state: State): string {
  return labels[state];
}

/** The tone of a state; one that is done but lost rows is not all good. */
export function stateTone({ state, failed }: { state: State; failed: number }): Tone {
  return state === "done" && failed > 0 ? "warn" : tones[state];
}

/** Whether the page of an import in this state changes by itself. */
export function isLive(state: State): boolean {
  return state === "queued" || state === "running" || state === "waiting";
}
