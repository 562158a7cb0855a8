/** Kinds of runs, as servers narrow a list by them. */
export const runKinds = ["search", "suggestion", "index", "delete", "success", "error"] as const;
export type RunKind = (typeof runKinds)[number];

/** What became of a stage: `left` is one that the run did not come to. */
export type Outcome = "done" | "failed" | "skipped" | "left";
