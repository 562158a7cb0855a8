import { EngineError, illegalArgument } from "../errors";
import type { AnswerValue } from "../http/raw-json";
import { NO_PROGRESS, progressJson, type Task } from "./task";

type Entry = Task & { controller: AbortController; finishedAt?: number; answer?: AnswerValue; error?: EngineError };

export type TaskJson = Record<string, AnswerValue>;

/** Which running tasks a call means: by action, and by the task that they are part of. */
export type TaskFilter = { action: (name: string) => boolean; parent: string | undefined };

const LOOK_AGAIN_MS = 20;
/** Results kept of finished tasks that nobody waited for. */
const MAX_FINISHED = 1000;

/**
 * Long calls of this engine: those that run, and the results of those that ran unwatched. They end with the process.
 */
export class Tasks {
  private readonly entries = new Map<number, Entry>();
  private lastId = 0;

  constructor(readonly nodeId: string) {}

  private start({
    action,
    description,
    caller,
  }: {
    action: string;
    description: string;
    caller?: AbortSignal | undefined;
  }): Entry {
    const controller = new AbortController();
    caller?.addEventListener("abort", () => controller.abort(), { once: true });
    const entry: Entry = {
      id: ++this.lastId,
      action,
      description,
      startedAt: Date.now(),
      progress: { ...NO_PROGRESS },
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
    const unknown = new EngineError(
      404,
      "resource_not_found_exception",
      `task [${name}] isn't running and hasn't stored its results`,
    );
    if (parts[1] === this.nodeId) throw unknown;
    throw new EngineError(
      404,
      "resource_not_found_exception",
      `task [${name}] belongs to the node [${parts[1]}] which isn't part of the cluster and there is no record of the task`,
      { causedBy: unknown },
    );
  }

  /** A task as answers show it; what it does and how far it is belong to the details. */
  private json(entry: Entry, detailed: boolean): TaskJson {
    return {
      node: this.nodeId,
      id: entry.id,
      type: "transport",
      action: entry.action,
      ...(detailed && { status: progressJson(entry.progress), description: entry.description }),
      start_time_in_millis: entry.startedAt,
      running_time_in_nanos: ((entry.finishedAt ?? Date.now()) - entry.startedAt) * 1_000_000,
      cancellable: true,
      cancelled: entry.signal.aborted,
      headers: {},
    };
  }

  /**
   * Resolves when the tasks are done. Throws 500 `timeout_exception` for the first that is not when the time
   * (milliseconds) is up.
   */
  private async ended(entries: readonly Entry[], timeout: number): Promise<void> {
    const until = Date.now() + timeout;
    for (const entry of entries) {
      while (this.isRunning(entry)) {
        if (Date.now() >= until)
          throw new EngineError(
            500,
            "timeout_exception",
            `Timed out waiting for completion of [${this.nodeId}:${entry.id}]`,
          );
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    }
  }

  private isRunning(entry: Entry): boolean {
    return entry.finishedAt === undefined && this.entries.has(entry.id);
  }

  /** `GET _tasks/{id}`; with `wait` (milliseconds) only when it is finished. */
  async get(name: string, wait: number | undefined): Promise<AnswerValue> {
    const entry = this.find(name);
    if (wait !== undefined) await this.ended([entry], wait);
    return {
      completed: entry.finishedAt !== undefined,
      task: this.json(entry, true),
      ...(entry.answer !== undefined && { response: entry.answer }),
      ...(entry.error && { error: entry.error.toCause() }),
    };
  }

  private running({ action, parent }: TaskFilter): Entry[] {
    // None of these is part of another one.
    if (parent !== undefined) return [];
    return [...this.entries.values()].filter((entry) => entry.finishedAt === undefined && action(entry.action));
  }

  /** The running tasks that fit; with `wait` (milliseconds) when they are done. */
  async list(
    filter: TaskFilter,
    { detailed, wait }: { detailed: boolean; wait: number | undefined },
  ): Promise<TaskJson[]> {
    const found = this.running(filter);
    if (wait !== undefined) await this.ended(found, wait);
    return found.map((entry) => this.json(entry, detailed));
  }

  /**
   * Asks the running tasks that fit to stop, or the one of this number; each does so between two batches. Throws 404
   * where that one is not running.
   */
  async cancel(
    wanted: TaskFilter & { id: number | undefined },
    { wait }: { wait: number | undefined },
  ): Promise<TaskJson[]> {
    const { id } = wanted;
    const found = this.running(wanted).filter((entry) => id === undefined || entry.id === id);
    if (id !== undefined && found.length === 0) {
      const entry = this.entries.get(id);
      if (entry?.finishedAt === undefined && entry !== undefined)
        throw illegalArgument(`task [${this.nodeId}:${id}] doesn't support this operation`);
      throw new EngineError(404, "resource_not_found_exception", `task [${this.nodeId}:${id}] is not found`);
    }
    for (const entry of found) entry.controller.abort();
    if (wait !== undefined) await this.ended(found, wait);
    return found.map((entry) => this.json(entry, false));
  }

  /** Asks every running task to stop. */
  cancelAll(): void {
    for (const entry of this.entries.values()) entry.controller.abort();
  }
}
