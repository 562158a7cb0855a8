import type { Scope } from "~/session/scope.server";
import { runOf } from "./runs/kept-runs.server";
import { type RunView, viewOf } from "./runs/run-view";

/** Tests that a review runs while it loads, how long it waits for them, and how many rows it shows. */
const MOST = 50;
const PATIENCE_MS = 2000;
const MOST_ROWS = 10;

/**
 * The tests of an index on the draft of whoever asks, for the page that deploys it: what got worse or better, and what
 * fails. Null where the index has no tests.
 */
export async function reviewTests(scope: Scope, index: string): Promise<RunView | null> {
  const run = await runOf(scope, { index, patience: PATIENCE_MS, most: MOST });
  return run.tests.length === 0 ? null : viewOf(run, { only: "changed", most: MOST_ROWS });
}
