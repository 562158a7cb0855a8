import { EngineError, illegalArgument } from "../errors";
import type { AnswerValue } from "../http/raw-json";

/** What a by-query call has done so far. */
export type Progress = { total: number; updated: number; created: number; deleted: number; batches: number; versionConflicts: number; noops: number };

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

type Entry = Task & { controller: AbortController; finishedAt?: number; answer?: AnswerValue; error?: EngineError };

/** Results kept of finished tasks that nobody waited for. */
const MAX_FINISHED = 1000;

function progressJson(progress: Progress): Record<string, AnswerValue> {
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

/** Long calls of this engine: those that run, and the results of those that ran unwatched. They end with the process. */
export class Tasks {
  private readonly entries = new Map<number, Entry>();
  private lastId = 0;

  constructor(readonly nodeId: string) {}

  private start({ action, description, caller }: { action: string; description: string; caller?: AbortSignal | undefined }): Entry {
    const controller = new AbortController();
    caller?.addEventListener("abort", () => controller.abort(), { once: true });
    const progress = { total: 0, updated: 0, created: 0, deleted: 0, batches: 0, versionConflicts: 0, noops: 0 };
    const entry: Entry = {
      id: ++this.lastId,
      action,
      description,
      startedAt: Date.now(),
      progress,
      signal: controller.signal,
      kept: caller === undefined,
      controller,
    };
    this.entries.set(entry.id, entry);
    return entry;
  }

  /** Runs work that the caller waits for; it is listed while it runs. */
  async watch<Result>({
    action,
    description,
    caller,
    work,
  }: {
    action: string;
    description: string;
    caller: AbortSignal;
    work: (task: Task) => Promise<Result>;
  }): Promise<Result> {
    const entry = this.start({ action, description, caller });
    try {
      return await work(entry);
    } finally {
      this.entries.delete(entry.id);
    }
  }

  /** Runs work that nobody waits for and keeps its result. Returns the id under which it is found. */
  background({
    action,
    description,
    work,
    log,
  }: {
    action: string;
    description: string;
    work: (task: Task) => Promise<AnswerValue>;
    log: (error: unknown) => void;
  }): string {
    const entry = this.start({ action, description });
    work(entry)
      .then((answer) => (entry.answer = answer))
      .catch((error: unknown) => {
        if (!(error instanceof EngineError)) log(error);
        entry.error = error instanceof EngineError ? error : new EngineError(500, "exception", "internal error");
      })
      .finally(() => {
        entry.finishedAt = Date.now();
        const finished = [...this.entries.values()].filter(({ finishedAt }) => finishedAt !== undefined);
        for (const { id } of finished.slice(0, Math.max(0, finished.length - MAX_FINISHED))) this.entries.delete(id);
      });
    return `${this.nodeId}:${entry.id}`;
  }

  private find(name: string): Entry {
    const parts = /^([^:]+):(\d+)$/.exec(name);
    if (!parts) throw illegalArgument(`malformed task id ${name}`);
    const entry = parts[1] === this.nodeId ? this.entries.get(Number(parts[2])) : undefined;
    if (entry) return entry;
    const unknown = new EngineError(404, "resource_not_found_exception", `task [${name}] isn't running and hasn't stored its results`);
    if (parts[1] === this.nodeId) throw unknown;
    throw new EngineError(
      404,
      "resource_not_found_exception",
      `task [${name}] belongs to the node [${parts[1]}] which isn't part of the cluster and there is no record of the task`,
      { causedBy: unknown },
    );
  }

  private json(entry: Entry): Record<string, AnswerValue> {
    return {
      node: this.nodeId,
      id: entry.id,
      type: "transport",
      action: entry.action,
      status: progressJson(entry.progress),
      description: entry.description,
      start_time_in_millis: entry.startedAt,
      running_time_in_nanos: ((entry.finishedAt ?? Date.now()) - entry.startedAt) * 1_000_000,
      cancellable: true,
      cancelled: entry.signal.aborted,
      headers: {},
    };
  }

  /** `GET _tasks/{id}`; with `wait` (milliseconds) not before it is finished or the time is up. */
  async get(name: string, wait: number): Promise<AnswerValue> {
    const entry = this.find(name);
    for (const until = Date.now() + wait; entry.finishedAt === undefined && Date.now() < until;) await new Promise((resolve) => setTimeout(resolve, 20));
    return {
      completed: entry.finishedAt !== undefined,
      task: this.json(entry),
      ...(entry.answer !== undefined && { response: entry.answer }),
      ...(entry.error && { error: entry.error.toCause() }),
    };
  }

  /** The running tasks whose action fits. */
  running(fits: (action: string) => boolean): Record<string, AnswerValue> {
    const entries = [...this.entries.values()].filter((entry) => entry.finishedAt === undefined && fits(entry.action));
    return Object.fromEntries(entries.map((entry) => [`${this.nodeId}:${entry.id}`, this.json(entry)]));
  }

  /** Asks a task to stop; it does so between two batches. */
  cancel(name: string): Record<string, AnswerValue> {
    const entry = this.find(name);
    entry.controller.abort();
    return entry.finishedAt === undefined ? { [name]: this.json(entry) } : {};
  }

  /** Asks the running tasks whose action fits to stop. */
  cancelRunning(fits: (action: string) => boolean): Record<string, AnswerValue> {
    for (const entry of this.entries.values()) if (entry.finishedAt === undefined && fits(entry.action)) entry.controller.abort();
    return this.running(fits);
  }

  /** Asks every running task to stop. */
  cancelAll(): void {
    for (const entry of this.entries.values()) entry.controller.abort();
  }
}

// Elasticsearch's answers leave the counters out that a kind of call can not have; its task status and the result of a task show them all.
const LEFT_OUT: Record<string, readonly string[]> = {
  "indices:data/write/delete/byquery": ["updated", "created"],
  "indices:data/write/update/byquery": ["created"],
};

/** The answer of a finished by-query call; `kept` is the form in which a task keeps it, with times that people can read. */
export function finishedJson({ task, failures }: { task: Task; failures: readonly AnswerValue[] }): Record<string, AnswerValue> {
  const { signal, kept } = task;
  const unwanted = kept ? [] : (LEFT_OUT[task.action] ?? []);
  const counters = Object.fromEntries(Object.entries(progressJson(task.progress)).filter(([name]) => !unwanted.includes(name)));
  const times = kept ? { throttled: "0s", throttled_until: "0s" } : {};
  return { took: Date.now() - task.startedAt, timed_out: false, ...counters, ...times, ...(signal.aborted && { canceled: "by user request" }), failures };
}
