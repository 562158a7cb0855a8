import type { MessagePort } from "node:worker_threads";
import { THREADS_LIMITS as LIMITS } from "@common/limits/threads";
import type { EngineRequest, EngineResponse } from "../../port";
import { EngineError } from "../errors";
import { Lock } from "../store/lock";
import type { StoreLog } from "../store/merge/merges";
import { EngineThread, ThreadEnded } from "./engine-thread";
import { isLarge, mayCompareVectors } from "./reads";

type Job = {
  request: EngineRequest;
  resolve: (response: EngineResponse) => void;
  reject: (error: unknown) => void;
  isVectors: boolean;
  isLarge: boolean;
};
type ReadersOptions = {
  program: URL;
  folder: string;
  /** The writer's commits, from now on. */
  follow: () => MessagePort;
  log: StoreLog;
  /** For tests; the table's otherwise. */
  limits?: Partial<Record<"most" | "atOnce" | "holds" | "goneHolds" | "idle" | "heap", number>>;
};

/** A thread that holds less stays when it has nothing to do, in MB: the next search finds it ready. */
const SMALL_MB = 64;
/** A thread without a turn for so long has something that keeps it, in ms. */
const KEPT_MS = 50;
/** Vectors are in the first thread alone. */
const FEW_VECTOR_BYTES = 1024 * 1024;
/**
 * Reads that were in a thread when it was ended are asked again, each alone in a thread of its own, so many at a time.
 */
const TRIALS = 2;

function refusal(status: number, type: string, reason: string): EngineResponse {
  return {
    status,
    contentType: "application/json; charset=UTF-8",
    body: JSON.stringify(new EngineError(status, type, reason).toBody()),
  };
}

/**
 * The threads that search: started when they are needed, asked in turn, ended when something keeps them or they rest.
 */
export class Readers {
  private readonly threads: (EngineThread | undefined)[] = [];
  private readonly queue: Job[] = [];
  private readonly trials = Array.from({ length: TRIALS }, () => new Lock());
  private readonly trying = new Set<EngineThread>();
  private lastTrial = 0;
  /** Large reads in a thread. */
  private readonly large = new Map<EngineThread, number>();
  private readonly idle = new Map<EngineThread, NodeJS.Timeout>();
  private readonly limits;
  private closed = false;

  constructor(private readonly options: ReadersOptions) {
    this.limits = {
      most: LIMITS.readers.most,
      atOnce: LIMITS.readsAtOnce.most,
      holds: LIMITS.readHolds.most,
      goneHolds: LIMITS.goneReadHolds.most,
      idle: LIMITS.idleReader.most,
      heap: LIMITS.readerHeap.most,
      ...options.limits,
    };
  }

  /** The threads there are, for figures. */
  get all(): EngineThread[] {
    return [...this.threads.flatMap((thread) => thread ?? []), ...this.trying];
  }

  /** Starts all threads, so that no search need wait for one; resolves when the first is ready. */
  async warm(): Promise<void> {
    if (this.closed) return;
    for (let place = 0; place < this.limits.most; place++) this.threads[place] ??= this.start(place);
    await this.threads[0]?.ready.catch(() => undefined);
  }

  /**
   * Asks one of the threads. Answers 429 where too many wait, or where the call alone keeps a thread or fills its
   * memory.
   */
  ask(request: EngineRequest): Promise<EngineResponse> {
    if (this.closed) return Promise.reject(new ThreadEnded());
    if (this.queue.length >= LIMITS.readsWaiting.most)
      return Promise.resolve(
        refusal(
          429,
          "es_rejected_execution_exception",
          `rejected execution of a read: ${LIMITS.readsWaiting.most} others wait`,
        ),
      );
    return new Promise((resolve, reject) => {
      this.queue.push({
        request,
        resolve,
        reject,
        isVectors: mayCompareVectors(request),
        isLarge: isLarge(request, LIMITS.smallRead.most),
      });
      this.pump();
    });
  }

  private start(place: number): EngineThread {
    const { program, folder, follow, log } = this.options;
    const vectorBytes = place === 0 ? LIMITS.vectorCache.most : FEW_VECTOR_BYTES;
    const thread: EngineThread = new EngineThread({
      program,
      data: { role: "reader", folder, cacheBytes: LIMITS.partCache.most, vectorBytes, changes: follow() },
      heapMb: Math.round(this.limits.heap / 1024 ** 2),
      log,
      held: { most: this.limits.holds, gone: this.limits.goneHolds },
      onEnd: (why) => {
        log(
          thread.isReady
            ? "a thread that searches was ended; what it had begun is asked again"
            : "a thread that searches cannot begin",
          {
            reason: why.message,
          },
        );
        this.forget(thread);
        // One that cannot even begin would be started for ever.
        if (thread.isReady) void this.warm();
        this.pump();
      },
    });
    return thread;
  }

  private forget(thread: EngineThread): void {
    clearTimeout(this.idle.get(thread));
    this.idle.delete(thread);
    const place = this.threads.indexOf(thread);
    if (place >= 0) this.threads[place] = undefined;
  }

  /**
   * The thread for a read; undefined while all have enough to do. A large one may keep its thread: it goes to the last,
   * which the others leave to it while it is there, and where several are they wait for each other.
   */
  private threadFor({ isVectors, isLarge }: Job): EngineThread | undefined {
    const threads = Array.from({ length: this.limits.most }, (_, place) => (this.threads[place] ??= this.start(place)));
    const last = threads.at(-1);
    const wanted = isVectors
      ? threads.slice(0, 1)
      : isLarge
        ? threads.slice(-1)
        : threads.filter((thread) => thread !== last || !this.large.has(thread));
    const open = wanted.filter((thread) => thread.inFlight < this.limits.atOnce);
    // One that is kept by a piece of work goes last, one that still starts before it.
    const weight = (thread: EngineThread) =>
      (thread.isReady ? (thread.held > KEPT_MS ? 10_000 : 0) : 1_000) + thread.inFlight;
    return open.sort((one, other) => weight(one) - weight(other))[0];
  }

  private pump(): void {
    while (this.queue[0] && !this.closed) {
      const job = this.queue[0];
      if (job.request.signal?.aborted) {
        this.queue.shift();
        job.resolve(refusal(400, "task_cancelled_exception", "The caller has gone."));
        continue;
      }
      const thread = this.threadFor(job);
      if (!thread) return;
      this.queue.shift();
      void this.give(job, thread);
    }
  }

  private async give(job: Job, thread: EngineThread): Promise<void> {
    clearTimeout(this.idle.get(thread));
    if (job.isLarge) this.large.set(thread, (this.large.get(thread) ?? 0) + 1);
    try {
      job.resolve(await thread.ask(job.request));
    } catch (error) {
      if (!(error instanceof ThreadEnded) || this.closed) return job.reject(error);
      void this.trials[this.lastTrial++ % TRIALS]?.run(() => this.tryAlone(job));
    } finally {
      if (job.isLarge) this.lessLarge(thread);
      this.whenIdle(thread);
      this.pump();
    }
  }

  private lessLarge(thread: EngineThread): void {
    const left = (this.large.get(thread) ?? 1) - 1;
    if (left > 0) this.large.set(thread, left);
    else this.large.delete(thread);
  }

  /** Asks once more in a thread that has nothing else to do: one that is ended again was ended by this call. */
  private async tryAlone(job: Job): Promise<void> {
    if (job.request.signal?.aborted)
      return job.resolve(refusal(400, "task_cancelled_exception", "The caller has gone."));
    if (this.closed) return job.reject(new ThreadEnded());
    const thread = this.start(0);
    this.trying.add(thread);
    try {
      job.resolve(await thread.ask(job.request));
    } catch (error) {
      if (!(error instanceof ThreadEnded) || this.closed) return job.reject(error);
      if (!thread.isReady)
        return job.resolve(
          refusal(503, "node_closed_exception", "no thread of the engine can begin to search; its log says why"),
        );
      const reason =
        "Data too large: the call needs more time at a stretch, or more memory, than one call may have. Ask for less at once.";
      job.resolve(refusal(429, "circuit_breaking_exception", reason));
    } finally {
      this.trying.delete(thread);
      await thread.end();
    }
  }

  /** Gives memory back: a thread that grew ends when it has nothing to do for a while. */
  private whenIdle(thread: EngineThread): void {
    if (thread.inFlight > 0 || !this.threads.includes(thread)) return;
    clearTimeout(this.idle.get(thread));
    const timer = setTimeout(() => {
      if (thread.inFlight > 0 || thread.megabytes <= SMALL_MB) return;
      this.forget(thread);
      void thread.end();
      void this.warm();
    }, this.limits.idle);
    this.idle.set(thread, timer.unref());
  }

  /** Ends all threads: those that follow a writer which is gone. What they had begun is asked again. */
  async restart(): Promise<void> {
    const threads = this.all;
    for (const thread of threads) this.forget(thread);
    await Promise.all(threads.map((thread) => thread.end()));
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.queue.splice(0)) job.reject(new ThreadEnded());
    const threads = this.all;
    for (const thread of threads) this.forget(thread);
    await Promise.all(threads.map((thread) => thread.close()));
  }
}
