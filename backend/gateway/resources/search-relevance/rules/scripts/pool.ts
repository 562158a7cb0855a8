import { Worker } from "node:worker_threads";
import { SCRIPTS_LIMITS } from "@common/limits/scripts";
import { tooLong } from "./sandbox-words";
import type { FetchAnswer, FetchCall, FromWorker, ScriptJob, ScriptOutcome, ToWorker } from "./types";

export type ScriptFetch = (asked: FetchCall) => Promise<FetchAnswer | { error: string }>;
/** `program`: the built script-worker. `size`: threads at once. */
type PoolOptions = { program: () => Promise<URL> | URL; size: number; fetch: ScriptFetch };
export type ScriptRun = Omit<ScriptJob, "id">;

/** A thread ends when nothing was run for so long; it holds some 30 MB. */
const IDLE_MS = 120_000;
/** Runs that wait for a thread: more are refused at once. */
const MOST_WAITING = SCRIPTS_LIMITS.waiting.most;
/** The thread itself ends a script in time. One that does not even do that is ended from here. */
const GRACE_MS = 1_000;
/** A thread that is not ready by then will not be. */
const START_MS = 20_000;
/** Longest script and context together, in characters. */
const LONGEST_INPUT = SCRIPTS_LIMITS.input.most;

type Waiting = { run: ScriptRun; resolve: (outcome: ScriptOutcome) => void };
type Thread = {
  worker: Worker;
  busy: Waiting | null;
  limit: NodeJS.Timeout | undefined;
  idle: NodeJS.Timeout | undefined;
};

const failed = (message: string): ScriptOutcome => ({ kind: "failed", message, logs: [], spent: true });

/** Threads that run scripts beside the one that answers calls, so that no script holds it up. */
export class ScriptPool {
  private readonly threads = new Set<Thread>();
  private readonly queue: Waiting[] = [];
  private starting = 0;
  private lastId = 0;
  private closed = false;

  constructor(private readonly options: PoolOptions) {}

  /** Runs a script and gives what became of it. Never rejects. */
  run(run: ScriptRun): Promise<ScriptOutcome> {
    if (this.closed) return Promise.resolve(failed("the server is stopping"));
    if (run.script.length + run.context.length > LONGEST_INPUT)
      return Promise.resolve(failed("request and response are too long for a script"));
    if (this.queue.length >= MOST_WAITING) return Promise.resolve(failed("too many scripts are waiting to run"));
    return new Promise((resolve) => {
      this.queue.push({ run, resolve });
      this.next();
    });
  }

  private next(): void {
    for (const thread of this.threads) if (thread.busy === null) this.give(thread);
    if (this.queue.length > this.starting && this.threads.size + this.starting < this.options.size) void this.start();
  }

  private give(thread: Thread): void {
    const waiting = this.queue.shift();
    if (!waiting) return;
    const { timeMs } = waiting.run.limits;
    thread.busy = waiting;
    clearTimeout(thread.idle);
    thread.limit = setTimeout(() => this.finish(thread, failed(tooLong(timeMs))), timeMs + GRACE_MS);
    thread.worker.postMessage({ kind: "run", job: { ...waiting.run, id: ++this.lastId } } satisfies ToWorker);
  }

  private async start(): Promise<void> {
    this.starting++;
    let problem: string | null = null;
    try {
      const worker = new Worker(await this.options.program(), {
        resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
        env: {},
        stdout: true,
        stderr: true,
      });
      worker.unref();
      const thread: Thread = { worker, busy: null, limit: undefined, idle: undefined };
      worker.on("error", (error) =>
        this.finish(
          thread,
          failed(`the script ended unexpectedly (${error instanceof Error ? error.message : String(error)})`),
        ),
      );
      await new Promise<void>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error("not ready in time")), START_MS).unref();
        worker.once("error", reject);
        worker.once("message", () => {
          clearTimeout(limit);
          resolve();
        });
      });
      worker.on("message", (message: FromWorker) => this.heard(thread, message));
      if (this.closed) await worker.terminate();
      else this.threads.add(thread);
    } catch (error) {
      problem = `scripts cannot run (${error instanceof Error ? error.message : String(error)})`;
    }
    this.starting--;
    if (problem !== null && this.threads.size === 0 && this.starting === 0)
      for (const { resolve } of this.queue.splice(0)) resolve(failed(problem));
    this.next();
  }

  private heard(thread: Thread, message: FromWorker): void {
    if (message.kind === "outcome") this.finish(thread, message.outcome);
    if (message.kind !== "fetch") return;
    void this.options.fetch(message.asked).then(
      (answer) => thread.worker.postMessage({ kind: "fetched", call: message.call, answer } satisfies ToWorker),
      (error: unknown) =>
        thread.worker.postMessage({
          kind: "fetched",
          call: message.call,
          answer: { error: String(error) },
        } satisfies ToWorker),
    );
  }

  private finish(thread: Thread, outcome: ScriptOutcome): void {
    clearTimeout(thread.limit);
    const { busy } = thread;
    thread.busy = null;
    if (outcome.spent) this.end(thread);
    else thread.idle = setTimeout(() => this.end(thread), IDLE_MS).unref();
    busy?.resolve(outcome);
    this.next();
  }

  private end(thread: Thread): void {
    this.threads.delete(thread);
    clearTimeout(thread.idle);
    void thread.worker.terminate();
  }

  /** Ends all threads; runs under way and those that wait fail. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { resolve } of this.queue.splice(0)) resolve(failed("the server is stopping"));
    const threads = [...this.threads];
    for (const thread of threads) this.finish(thread, failed("the server is stopping"));
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }
}
