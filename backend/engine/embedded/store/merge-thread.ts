import { Worker } from "node:worker_threads";
import type { SegmentImage } from "./image";
import type { SegmentView } from "./reader";

export type MergeWorkerData = { path: string };
export type MergeRequest = { id: number; segments: { number: number; dead: Uint8Array | undefined; deadCount: number }[] };
/** `image` is undefined when nothing in the segments lives. */
export type MergeAnswer = { id: number; image: SegmentImage | undefined };

type ThreadOptions = { script: URL; path: string; onBroken: (error: unknown) => void };

/** Room for short-lived objects. Merges work on byte arrays; with the usual 48 MB the process would only grow. */
const YOUNG_MB = 6;
/** The thread ends when nothing was merged for so long: it holds some 30 MB. */
const IDLE_MS = 5_000;

/**
 * Merges segments in a thread of its own, so that searches and writes go on at full speed. It reads the file by a connection of its own;
 * what it makes is stored by the one that writes. Only segments that are committed can be merged, and they must be held meanwhile.
 */
export class MergeThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, (answer: MergeAnswer | undefined) => void>();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(private readonly options: ThreadOptions) {}

  /** Resolves with the merged segment, or undefined when the thread cannot do it: it broke once, or was closed. */
  merge(views: readonly SegmentView[]): Promise<MergeAnswer | undefined> {
    if (this.ended) return Promise.resolve(undefined);
    clearTimeout(this.idle);
    const id = ++this.lastId;
    const worker = (this.worker ??= this.start());
    worker.postMessage({ id, segments: views.map(({ number, dead, deadCount }) => ({ number, dead, deadCount })) } satisfies MergeRequest);
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  private start(): Worker {
    const { script, path, onBroken } = this.options;
    const worker = new Worker(script, { workerData: { path } satisfies MergeWorkerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.unref();
    worker.on("message", (answer: MergeAnswer) => this.answer(answer));
    worker.on("error", (error) => {
      if (this.ended) return;
      // What broke it would break the next one too.
      onBroken(error);
      void this.close();
    });
    return worker;
  }

  private answer(answer: MergeAnswer): void {
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
    if (this.waiting.size > 0) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.rest(), IDLE_MS).unref();
  }

  private async rest(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  /** Ends the thread; merges under way resolve with undefined, and so does each later one. */
  async close(): Promise<void> {
    this.ended = true;
    clearTimeout(this.idle);
    for (const resolve of this.waiting.values()) resolve(undefined);
    this.waiting.clear();
    await this.rest();
  }
}
