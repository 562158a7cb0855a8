import { EventEmitter } from "node:events";
import { rm } from "node:fs/promises";
import type { Logger } from "pino";
import { isOver, type Job, type JobState, type JobStore } from "~/services/store/jobs.server";
import { isConsoleFull, whenRoom } from "~/services/store/database.server";
import { runJob, type LiveProgress } from "./run-job.server";
import { StoppedError } from "../send/sender.server";
import type { Target } from "../send/target.server";

// Jobs run inside the console's process, a few at a time; their state is in the store, so that they outlive pages and restarts.

const MAX_RUNNING = 2;
const MAX_QUEUED = 20;
/** A job that could not begin is tried again so much later, in ms. */
const LATER = 5_000;

/** What a job page shows. */
export type JobView = {
  state: JobState;
  message: string | null;
  rowsRead: number;
  /** All rows of the file as estimated from what was read; null before anything was. */
  rowsTotal: number | null;
  indexed: number;
  updated: number;
  failed: number;
  bytesRead: number;
  size: number;
  /** Rows a second, and seconds left; null while there is nothing to tell them from. */
  rate: number | null;
  secondsLeft: number | null;
};

type Running = { abort: AbortController; live: LiveProgress; cancelled: boolean; stopped: Promise<void> };

export type RunnerOptions = {
  store: JobStore;
  /** Opens the credentials of a job; null when they cannot be opened (another secret by now). Throws StoppedError where its server may not be called. */
  targetOf: (job: Job) => Target | null;
  log: Pick<Logger, "info" | "warn" | "error">;
  patienceMs?: number;
};

export type ImportRunner = ReturnType<typeof createRunner>;

/** Makes the runner of one console process. */
export function createRunner({ store, targetOf, log, patienceMs = 60 * 60_000 }: RunnerOptions) {
  const running = new Map<string, Running>();
  const events = new EventEmitter().setMaxListeners(0);
  const ending = new AbortController();
  let closed = false;

  function changed(id: string) {
    events.emit(id);
  }

  /** Puts a job with a plan and credentials in the queue. False when too many wait already. */
  function start(id: string): boolean {
    if (running.has(id)) return true;
    if (store.listByState(["queued"]).length >= MAX_QUEUED) return false;
    store.setState({ id, state: "queued" });
    next();
    return true;
  }

  function next() {
    if (closed) return;
    for (const job of store.listByState(["queued"])) {
      if (running.size >= MAX_RUNNING) return;
      if (running.has(job.id)) continue;
      try {
        begin(job);
      } catch (error) {
        if (!isConsoleFull(error)) throw error;
        // It stays queued until the store takes that it runs.
        setTimeout(next, LATER).unref();
        return;
      }
    }
  }

  /** Where the rows go, or why they cannot. */
  function openTarget(job: Job): Target | string {
    try {
      return targetOf(job) ?? "The console was started anew and no longer has the credentials of this import. Resume it to go on.";
    } catch (error) {
      if (error instanceof StoppedError) return error.message;
      throw error;
    }
  }

  function begin(job: Job) {
    const target = openTarget(job);
    if (typeof target === "string" || !job.plan) {
      store.setState({ id: job.id, state: "interrupted", message: typeof target === "string" ? target : "The import has no plan." });
      changed(job.id);
      return;
    }
    const abort = new AbortController();
    const live: LiveProgress = { bytesRead: job.bytesRead, startedAt: Date.now(), fromRow: job.ackedRow, fromBytes: job.bytesRead, waiting: null };
    store.setState({ id: job.id, state: "running" });
    const entry: Running = { abort, live, cancelled: false, stopped: Promise.resolve() };
    running.set(job.id, entry);
    log.info({ job: job.id, rowsDone: job.ackedRow }, "import begins");
    entry.stopped = runJob({ job, plan: job.plan, store, target, live, signal: abort.signal, patienceMs, changed: () => changed(job.id) })
      .then((problem) => end({ job, state: "done", problem }))
      .catch((error: unknown) => stopped({ job, error, entry }))
      .catch((error: unknown) => {
        if (!closed) log.error({ job: job.id, err: error }, "the end of an import could not be stored");
      })
      .finally(() => {
        running.delete(job.id);
        changed(job.id);
        next();
      });
    changed(job.id);
  }

  async function end({ job, state, message = null, problem = null }: { job: Job; state: JobState; message?: string | null; problem?: Job["problem"] }) {
    await whenRoom(() => store.setState({ id: job.id, state, message, problem }), { signal: ending.signal });
    log.info({ job: job.id, state }, "import ends");
    if (isOver(state)) await rm(job.path, { force: true });
  }

  async function stopped({ job, error, entry }: { job: Job; error: unknown; entry: Running }) {
    if (entry.cancelled) return end({ job, state: "cancelled", message: "Cancelled. Rows that were stored before stay in the index." });
    // The process is going away: the job stays as it is and is taken up at the next start.
    if (closed) return;
    if (error instanceof StoppedError) return end({ job, state: "interrupted", message: error.message });
    log.error({ job: job.id, err: error }, "import failed");
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return end({ job, state: "interrupted", message: `The uploaded file could not be read any further${code}.` });
  }

  /** Stops a job for good. Rows already stored stay. False when it is over already. */
  async function cancel(id: string): Promise<boolean> {
    const entry = running.get(id);
    if (entry) {
      entry.cancelled = true;
      entry.abort.abort();
      await entry.stopped;
      return true;
    }
    const job = store.get(id);
    if (!job || isOver(job.state)) return false;
    await end({ job, state: "cancelled", message: "Cancelled. Rows that were stored before stay in the index." });
    changed(id);
    return true;
  }

  /** After a start of the console: jobs that were under way go on from their last acknowledged row. */
  function resumeAll() {
    const queue = () =>
      store
        .listByState(["running", "waiting"])
        .filter(({ id }) => !running.has(id))
        .forEach(({ id }) => store.setState({ id, state: "queued" }));
    void whenRoom(queue, { signal: ending.signal }).then(next, (error: unknown) => {
      if (!closed) log.error({ err: error }, "imports could not be taken up");
    });
  }

  /** Stops all jobs so that the next start takes them up; for tests and for the end of the process. */
  async function close() {
    closed = true;
    ending.abort();
    const all = [...running.values()];
    for (const entry of all) entry.abort.abort();
    await Promise.all(all.map((entry) => entry.stopped));
  }

  /** How a job stands now; null when there is none of that id. */
  function view(id: string): JobView | null {
    const job = store.get(id);
    if (!job) return null;
    const live = running.get(id)?.live;
    const seconds = live ? (Date.now() - live.startedAt) / 1000 : (job.finished ?? Date.now()) / 1000 - (job.started ?? Date.now()) / 1000;
    const rowsDone = job.ackedRow - (live?.fromRow ?? 0);
    const rate = seconds > 0.2 && rowsDone > 0 ? rowsDone / seconds : null;
    const share = job.size > 0 ? Math.min(1, job.bytesRead / job.size) : 0;
    const rowsTotal = isOver(job.state) ? job.rowsRead : share > 0 ? Math.round(job.rowsRead / share) : null;
    const secondsLeft = live && rate !== null && rowsTotal !== null ? Math.max(0, (rowsTotal - job.rowsRead) / rate) : null;
    return {
      state: live?.waiting ? "waiting" : job.state,
      message: live?.waiting ?? job.message,
      rowsRead: job.rowsRead,
      rowsTotal,
      indexed: job.indexed,
      updated: job.updated,
      failed: job.failed,
      bytesRead: job.state === "done" ? job.size : job.bytesRead,
      size: job.size,
      rate,
      secondsLeft,
    };
  }

  /** Calls `listener` at every change of a job until the returned function is called. */
  function subscribe({ id, listener }: { id: string; listener: () => void }): () => void {
    events.on(id, listener);
    return () => events.off(id, listener);
  }

  return { start, cancel, resumeAll, close, view, subscribe };
}
