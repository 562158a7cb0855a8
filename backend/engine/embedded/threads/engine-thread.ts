import { type MessagePort, Worker } from "node:worker_threads";
import type { EngineRequest, EngineResponse } from "../../port";
import type { StoreLog } from "../store/merge/merges";
import type { FromThread, SentResponse, ThreadData, ToThread } from "./messages";
import { Pulse } from "./pulse";

/** The thread ended before it answered. */
export class ThreadEnded extends Error {}

type Waiting = {
  resolve: (response: EngineResponse) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
  letGo: () => void;
};

/** What a thread is started with, but for what is made here. */
export type Started = ThreadData extends infer Kind ? (Kind extends ThreadData ? Omit<Kind, "pulse"> : never) : never;

type ThreadOptions = {
  program: URL;
  data: Started;
  heapMb: number;
  log: StoreLog;
  /**
   * A thread that has no turn for so long while it works is ended, in ms; `gone` where the caller of something in it
   * has gone.
   */
  held?: { most: number; gone: number };
  /** It ended by itself, or was ended for what it did. */
  onEnd: (why: Error) => void;
};

const LOOK_MS = 100;
/** As much as the first thread of a process has: what is nested too deeply for one is so for the other. */
const STACK_MB = 1.15;

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

async function* piecesOf(rest: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of rest) yield piece;
}

function received({ rest, ...response }: SentResponse): EngineResponse {
  return rest ? { ...response, rest: piecesOf(rest) } : response;
}

/** A thread of the engine, from outside. */
export class EngineThread {
  /** Rejects where the engine cannot be opened. */
  readonly ready: Promise<void>;
  isReady = false;
  private readonly pulse = new Pulse();
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly rebuilds = new Map<number, () => void>();
  private lastId = 0;
  private ended = false;
  private onClosed: () => void = () => undefined;
  private watch: NodeJS.Timeout | undefined;

  constructor(private readonly options: ThreadOptions) {
    const { program, data, heapMb } = options;
    const handedOver = data.role === "reader" ? [data.changes] : [];
    const workerData = { ...data, pulse: this.pulse.buffer };
    this.worker = new Worker(program, {
      workerData,
      transferList: handedOver,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: STACK_MB },
    });
    this.ready = new Promise((resolve, reject) => {
      this.worker.on("message", (message: FromThread) => {
        if (message.kind === "ready") {
          this.isReady = true;
          resolve();
        } else if (message.kind === "failed") {
          reject(errorOf(message.error));
          this.broke(errorOf(message.error));
        } else this.hear(message);
      });
      this.worker.on("error", (error) => {
        reject(errorOf(error));
        this.broke(errorOf(error));
      });
      this.worker.on("exit", (code) => {
        const error = new Error(`the thread ended with ${code}`);
        reject(error);
        this.broke(error);
      });
    });
    // Whoever wants to know asks.
    this.ready.catch(() => undefined);
  }

  /** Calls that are not answered yet. */
  get inFlight(): number {
    return this.waiting.size;
  }

  /** For how long it has had no turn, in ms. */
  get held(): number {
    return this.pulse.held;
  }

  get megabytes(): number {
    return this.pulse.megabytes;
  }

  /** The longest time without a turn since the last call of this, in ms. */
  takeLongestStop(): number {
    return this.pulse.takeLongestStop();
  }

  private post(message: ToThread, handedOver: (MessagePort | ArrayBuffer)[] = []): void {
    this.worker.postMessage(message, handedOver);
  }

  /** Rejects with ThreadEnded where the thread ends first. */
  ask({ signal, takesRest = false, ...asked }: EngineRequest): Promise<EngineResponse> {
    if (this.ended) return Promise.reject(new ThreadEnded());
    const id = ++this.lastId;
    const { method, path, query, body, requestId } = asked;
    return new Promise((resolve, reject) => {
      const abort = () => this.post({ kind: "abort", id });
      const letGo = () => signal?.removeEventListener("abort", abort);
      this.waiting.set(id, { resolve, reject, signal, letGo });
      // A copy of just these bytes can be handed over; the caller keeps his own.
      const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
      const request = {
        method,
        path,
        ...(query && { query }),
        ...(sent !== undefined && { body: sent }),
        ...(requestId !== undefined && { requestId }),
      };
      this.post({ kind: "call", id, request, takesRest }, sent instanceof Uint8Array ? [sent.buffer] : []);
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
      this.look();
    });
  }

  /** Whether the caller of something in it has gone. */
  private get hasGone(): boolean {
    for (const { signal } of this.waiting.values()) if (signal?.aborted) return true;
    return false;
  }

  /** Looks whether it has turns while it works. */
  private look(): void {
    const { held } = this.options;
    if (!held || this.watch) return;
    this.watch = setInterval(() => {
      if (this.waiting.size === 0) return this.rest();
      const most = this.hasGone ? held.gone : held.most;
      if (this.held > most) this.broke(new Error(`a call gave the thread no turn for ${this.held} ms`));
    }, LOOK_MS).unref();
  }

  private rest(): void {
    clearInterval(this.watch);
    this.watch = undefined;
  }

  private hear(message: FromThread): void {
    if (message.kind === "log") return this.options.log(message.message, message.details);
    if (message.kind === "closed") return this.onClosed();
    if (message.kind === "rebuilt") return this.rebuilds.get(message.id)?.();
    if (message.kind !== "answer") return;
    const call = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    call?.letGo();
    call?.resolve(received(message.response));
  }

  private broke(why: Error): void {
    if (this.ended) return;
    void this.end();
    this.options.onEnd(why);
  }

  /** Somebody hears of this thread's commits from now on. */
  tellChanges(changes: MessagePort): void {
    this.post({ kind: "follower", changes }, [changes]);
  }

  rebuild(): Promise<void> {
    const id = ++this.lastId;
    this.post({ kind: "rebuild", id });
    return new Promise((resolve) => this.rebuilds.set(id, resolve));
  }

  /** Ends the thread as it stands. What waits for it is rejected with ThreadEnded. */
  async end(): Promise<void> {
    this.ended = true;
    this.rest();
    for (const { reject, letGo } of this.waiting.values()) {
      letGo();
      reject(new ThreadEnded());
    }
    this.waiting.clear();
    await this.worker.terminate();
  }

  /** Lets it close what it has open, then ends it. */
  async close(): Promise<void> {
    if (this.ended) return;
    await new Promise<void>((resolve) => {
      this.onClosed = resolve;
      this.worker.once("exit", () => resolve());
      this.post({ kind: "close" });
    });
    await this.end();
  }
}
