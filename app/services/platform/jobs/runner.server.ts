import { CONSOLE_LIMITS } from "@common/limits/console";
import { EventEmitter } from "node:events";
import type { Logger } from "pino";
import type { BackendClient } from "~/services/platform/http/client.server";
import { isConsoleFull, whenRoom } from "~/services/platform/store/database.server";
import { afterFailure } from "./after-failure.server";
import { type ForChanges, StoppedError, type Kind, type Tools } from "./kind.server";
import { isFree, LEASE_MS, newLease } from "./lease.server";
import { isOver } from "./states";
import { LeaseLostError, type JobRow, type JobTable } from "./table.server";

// Jobs run inside the console's process, a few at a time; their state is in the store, so that they outlive pages and
// restarts.

const MAX_RUNNING = CONSOLE_LIMITS.jobsAtOnce.most;
const MAX_QUEUED = CONSOLE_LIMITS.jobsWaiting.most;
/** A job that could not begin is tried again so much later, in ms. */
const LATER = 5_000;
/**
 * So often a console says that it still runs its jobs, and looks for those whose time has come or whose console died.
 */
const BEAT_MS = 2_000;
/** How long a cancel waits for the console that runs the job. */
const CANCEL_MS = 5_000;

/**
 * What of a running job is not in the store: since when, the job as it was then, and what it waits for within a step.
 */
export type Live = { startedAt: number; first: JobRow; waiting: string | null };

type Running = {
  abort: AbortController;
  live: Live;
  cancelled: boolean;
  lost: boolean;
  ended: boolean;
  stopped: Promise<void>;
};

export type RunnerOptions = {
  table: JobTable;
  kinds: readonly Kind[];
  /**
   * The server of a job, called with its credentials; null when they cannot be opened (another secret by now). Throws
   * StoppedError where it may not be called.
   */
  clientOf: (row: JobRow) => BackendClient | null;
  /** As `Tools` has it. */
  forChanges?: (row: JobRow) => ForChanges | null;
  log: Pick<Logger, "info" | "warn" | "error">;
  beatMs?: number;
};

export type JobRunner = ReturnType<typeof createJobRunner>;

/** Makes the runner of one console process. */
export function createJobRunner({ table, kinds, clientOf, forChanges, log, beatMs = BEAT_MS }: RunnerOptions) {
  const lease = newLease();
  const running = new Map<string, Running>();
  /** Cancelled ones whose server is just told. */
  const leaving = new Set<string>();
  const events = new EventEmitter().setMaxListeners(0);
  const ending = new AbortController();
  const kindOf = (row: JobRow) => kinds.find(({ name }) => name === row.kind);
  let closed = false;
  const timer = setInterval(beat, beatMs).unref();

  function changed(id: string) {
    events.emit(id);
    events.emit("any");
  }

  /** Whether so many jobs wait that no other is taken. */
  const isFull = () => table.listByState(["queued"]).length >= MAX_QUEUED;

  /** Puts a job with credentials in the queue. False when too many wait already. */
  function start(id: string): boolean {
    const row = table.get(id);
    if (running.has(id) || (row?.state === "running" && !isFree(row))) return true;
    if (isFull()) return false;
    table.setState({ id, state: "queued" });
    changed(id);
    next();
    return true;
  }

  /** Begins what may begin: queued jobs, paused ones whose time has come, and those whose console is gone. */
  function next() {
    if (closed) return;
    try {
      for (const row of table.listByState(["queued", "running", "paused"])) {
        if (running.size >= MAX_RUNNING) return;
        if (running.has(row.id) || leaving.has(row.id) || !isFree(row) || (row.nextTry ?? 0) > Date.now()) continue;
        if (row.cancel)
          void endCancelled(row).catch((error: unknown) =>
            log.warn({ job: row.id, err: error }, "what a cancelled job keeps stays"),
          );
        else if (table.claim({ row, lease, until: Date.now() + LEASE_MS })) begin(row);
      }
    } catch (error) {
      if (!isConsoleFull(error)) throw error;
      // It stays queued until the store takes that it runs.
      setTimeout(next, LATER).unref();
    }
  }

  function begin(row: JobRow) {
    const live: Live = { startedAt: Date.now(), first: row, waiting: null };
    const entry: Running = {
      abort: new AbortController(),
      live,
      cancelled: false,
      lost: false,
      ended: false,
      stopped: Promise.resolve(),
    };
    running.set(row.id, entry);
    log.info({ job: row.id, kind: row.kind, done: row.done }, "job starts");
    entry.stopped = run({ row, entry })
      .catch((error: unknown) => {
        if (!closed) log.error({ job: row.id, err: error }, "the end of a job could not be stored");
      })
      .finally(() => {
        running.delete(row.id);
        changed(row.id);
        next();
      });
    changed(row.id);
  }

  async function run({ row, entry }: { row: JobRow; entry: Running }) {
    try {
      const kind = kindOf(row);
      const input = table.input(row.id);
      if (!kind || input === null) throw new StoppedError("This console does not know this kind of job.");
      const result = await kind.run(toolsOf({ row, entry }), input);
      await end(row, entry, { state: "done", result });
    } catch (error) {
      if (entry.lost || error instanceof LeaseLostError)
        return log.warn({ job: row.id }, "another console runs this job now");
      if (entry.cancelled) return end(row, entry, { state: "cancelled", message: await stopAtServer(row) });
      // The process is going away: the job stays as it is and is taken up at the next start.
      if (closed) return;
      const after = afterFailure({ error, row: table.get(row.id) ?? row });
      if (after.state === "failed" || after.unexpected) log.error({ job: row.id, err: error }, "job failed");
      const { unexpected: _unexpected, ...ended } = after;
      await end(row, entry, ended);
    }
  }

  function toolsOf({ row, entry }: { row: JobRow; entry: Running }): Tools {
    const { live, abort } = entry;
    const waiting = (message: string | null) => {
      if (live.waiting === message) return;
      live.waiting = message;
      changed(row.id);
    };
    return {
      row,
      http: () => httpOf(row),
      forChanges: () => forChanges?.(row) ?? null,
      signal: abort.signal,
      waiting,
      setInput: (input) => table.setInput({ id: row.id, input }),
      // The work is done on the server; that it is must be noted, however long that takes.
      save: async (change, signal = abort.signal) => {
        await whenRoom(() => table.save({ id: row.id, lease, change }), { signal, onWaiting: waiting });
        changed(row.id);
      },
    };
  }

  function httpOf(row: JobRow) {
    const client = clientOf(row);
    if (!client)
      throw new StoppedError(
        "The console was restarted and no longer has the credentials of this job. Resume it to continue.",
      );
    return client;
  }

  /** What a cancelled job left going at its server is stopped; why not, where that did not work. */
  async function stopAtServer({ id }: JobRow): Promise<string | null> {
    const row = table.get(id);
    const input = table.input(id);
    if (!row || input === null) return null;
    try {
      await kindOf(row)?.cancel({ row, http: () => httpOf(row) }, input);
      return null;
    } catch (error) {
      log.warn({ job: id, err: error }, "a cancelled job could not be stopped at its server");
      return `The server could not be told to stop: ${error instanceof Error ? error.message : "the console failed."}`;
    }
  }

  type End = Omit<Parameters<JobTable["setState"]>[0], "id" | "lease">;

  async function end(row: JobRow, entry: Running, ended: End) {
    entry.ended = true;
    await whenRoom(() => table.setState({ id: row.id, lease, ...ended }), { signal: ending.signal });
    log.info({ job: row.id, kind: row.kind, state: ended.state }, "job ends");
    await cleanUp(row);
  }

  async function cleanUp({ id }: JobRow) {
    const row = table.get(id);
    const input = table.input(id);
    if (row && input !== null && isOver(row.state)) await kindOf(row)?.cleanUp(input);
  }

  async function endCancelled(row: JobRow) {
    leaving.add(row.id);
    try {
      const message = await stopAtServer(row);
      await whenRoom(() => table.setState({ id: row.id, state: "cancelled", message }), { signal: ending.signal });
      await cleanUp(row);
    } finally {
      leaving.delete(row.id);
      changed(row.id);
    }
  }

  /** Stops a job for good. What it did stays. False when it is over already. */
  async function cancel(id: string): Promise<boolean> {
    const entry = running.get(id);
    if (entry) {
      entry.cancelled = true;
      entry.abort.abort();
      await entry.stopped;
      return true;
    }
    const row = table.get(id);
    if (!row || isOver(row.state)) return false;
    if (!isFree(row)) return cancelElsewhere(id);
    await endCancelled(row);
    return true;
  }

  async function cancelElsewhere(id: string): Promise<boolean> {
    table.askCancel(id);
    for (const started = Date.now(); Date.now() - started < CANCEL_MS;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (isOver(table.get(id)?.state ?? "cancelled")) break;
    }
    changed(id);
    return true;
  }

  function beat() {
    if (closed) return;
    try {
      if (running.size > 0) table.renew({ lease, until: Date.now() + LEASE_MS });
      for (const [id, entry] of running) {
        const row = table.get(id);
        entry.lost ||= row?.lease !== lease && !entry.ended;
        entry.cancelled ||= row?.cancel === true;
        if (entry.lost || entry.cancelled) entry.abort.abort();
      }
      next();
    } catch (error) {
      if (!isConsoleFull(error)) log.error({ err: error }, "jobs could not be looked after");
    }
  }

  /** After a start of the console: jobs that were under way go on from their last saved step. */
  function resumeAll() {
    next();
  }

  /** Stops all jobs so that the next start takes them up; for tests and for the end of the process. */
  async function close() {
    closed = true;
    clearInterval(timer);
    ending.abort();
    const all = [...running.values()];
    for (const entry of all) entry.abort.abort();
    await Promise.all(all.map((entry) => entry.stopped));
    try {
      table.release(lease);
    } catch (error) {
      if (!isConsoleFull(error)) throw error;
    }
  }

  /** What of a job only this process knows; undefined while it does not run here. */
  const live = (id: string): Live | undefined => running.get(id)?.live;

  /** Calls `listener` at every change of a job, or of any, until the returned function is called. */
  function subscribe({ id = "any", listener }: { id?: string; listener: () => void }): () => void {
    events.on(id, listener);
    return () => events.off(id, listener);
  }

  return { start, isFull, cancel, next, resumeAll, close, live, subscribe };
}
