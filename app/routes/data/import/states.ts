import { type Tone } from "~/components/kit";
import { type JobState, stateNames } from "~/services/jobs/states";

type State = JobState;

const tones: Record<State, Tone> = {
  draft: "neutral",
  queued: "info",
  running: "info",
  paused: "warn",
  done: "good",
  cancelled: "neutral",
  interrupted: "warn",
  failed: "bad",
};

/** The word for the state of an import. */
export function stateLabel(state: State): string {
  return stateNames[state];
}

/** The tone of a state; one that is done but lost rows is not all good. */
export function stateTone({ state, failed }: { state: State; failed: number }): Tone {
  return state === "done" && failed > 0 ? "warn" : tones[state];
}
