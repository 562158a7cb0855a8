import type { AnswerValue } from "../http/raw-json";

/** What a by-query call has done so far. */
export type Progress = {
  total: number;
  updated: number;
  created: number;
  deleted: number;
  batches: number;
  versionConflicts: number;
  noops: number;
};

/** One long call. `signal` says that it was cancelled. */
export type Task = {
  id: number;
  action: string;
  description: string;
  startedAt: number;
  progress: Progress;
  signal: AbortSignal;
  /** True where nobody waits and the result is kept. */
  kept: boolean;
};

export const NO_PROGRESS: Readonly<Progress> = {
  total: 0,
  updated: 0,
  created: 0,
  deleted: 0,
  batches: 0,
  versionConflicts: 0,
  noops: 0,
};

/** The progress of a task as answers show it. */
export function progressJson(progress: Progress): Record<string, AnswerValue> {
  return {
    total: progress.total,
    updated: progress.updated,
    created: progress.created,
    deleted: progress.deleted,
    batches: progress.batches,
    version_conflicts: progress.versionConflicts,
    noops: progress.noops,
    retries: { bulk: 0, search: 0 },
    throttled_millis: 0,
    requests_per_second: -1,
    throttled_until_millis: 0,
  };
}

// Elasticsearch's answers leave the counters out that a kind of call can not have; its task status and the result of a
// task show them all.
const LEFT_OUT: Record<string, readonly string[]> = {
  "indices:data/write/delete/byquery": ["updated", "created"],
  "indices:data/write/update/byquery": ["created"],
};

/**
 * The answer of a finished by-query call; `kept` is the form in which a task keeps it, with times that people can read.
 */
export function finishedJson({
  task,
  failures,
}: {
  task: Task;
  failures: readonly AnswerValue[];
}): Record<string, AnswerValue> {
  const { signal, kept } = task;
  const unwanted = kept ? [] : (LEFT_OUT[task.action] ?? []);
  const counters = Object.fromEntries(
    Object.entries(progressJson(task.progress)).filter(([name]) => !unwanted.includes(name)),
  );
  const times = kept ? { throttled: "0s", throttled_until: "0s" } : {};
  return {
    took: Date.now() - task.startedAt,
    timed_out: false,
    ...counters,
    ...times,
    ...(signal.aborted && { canceled: "by user request" }),
    failures,
  };
}
