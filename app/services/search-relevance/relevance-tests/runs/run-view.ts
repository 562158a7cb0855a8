import type { KeptRun } from "./kept-runs.server";
import { rowsOf, type RunRow, summaryOf, type RunSummary } from "./rows";

/** A run as a page shows it. */
export type RunView = RunSummary & {
  state: KeptRun["state"];
  at: number;
  /** Tests that were run so far, and how many there are. */ done: number;
  all: number;
  hasDraft: boolean;
  untried: KeptRun["untried"];
  /** What is shown of its expectations, and how many there are. */ rows: RunRow[];
  expectations: number;
};

const shows = {
  "": () => true,
  worse: ({ outcome }: RunRow) => outcome === "worse",
  failing: ({ outcome }: RunRow) => outcome === "worse" || outcome === "fails",
  changed: ({ outcome, draft }: RunRow) =>
    draft === null ? outcome === "fails" : outcome === "worse" || outcome === "better" || outcome === "fails",
};

/** Reads a run for a page: the rows of one kind, so many at most. */
export function viewOf(run: KeptRun, { only, most = Infinity }: { only: keyof typeof shows; most?: number }): RunView {
  const rows = rowsOf(run.ran);
  const { state, at, tests, hasDraft, untried } = run;
  return {
    ...summaryOf(run.ran),
    state,
    at,
    done: run.ran.length,
    all: tests.length,
    hasDraft,
    untried,
    expectations: rows.length,
    rows: rows.filter(shows[only]).slice(0, most),
  };
}
