import { Worker } from "node:worker_threads";
import type { SegmentImage } from "../segment/image";
import type { SegmentView } from "../segment/reader";

export type MergeWorkerData = { path: string };
export type MergeRequest = {
  id: number;
  segments: { number: number; dead: Uint8Array | undefined; deadCount: number }[];
};
/** `image` is undefined when nothing in the segments lives. */
export type MergeAnswer = { id: number; image: SegmentImage | undefined };

/** `longestMs` is how long one merge may take. */
type ThreadOptions = { script: URL; path: string; onBroken: (error: unknown) => void; longestMs?: number };

/** Room for short-lived objects. Merges work on byte arrays; with the usual 48 MB the process would only grow. */
const YOUNG_MB = 6;
/** The thread ends when nothing was merged for so long: it holds some 30 MB. */
const IDLE_MS = 5_000;
/**
 * The largest segments that are merged take a minute; a thread that says nothing for so long will not answer any more.
 */
const LONGEST_MS = 10 * 60_000;

/**
 * Merges segments in a thread of its own, so that searches and writes go on at full speed. It reads the file by a
 * connection of its own; what it makes is stored by the one that writes. Only segments that are committed can be
 * merged, and they must be held meanwhile.
 */
export class MergeThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<
    number,
    { resolve: (answer: MergeAnswer | undefined) => void; limit: NodeJS.Timeout }
  >();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(private readonly options: ThreadOptions) {}

  /** Resolves with the merged segment, or undefined when the thread cannot do it: it broke once, or was closed. */
  merge(views: readonly SegmentView[]): Promise<MergeAnswer | undefined> {
    if (this.ended) return Promise.resolve(undefined);
    clearTimeout(this.idle);
    const id = ++this.lastId;
    const { longestMs = LONGEST_MS } = this.options;
    const worker = (this.worker ??= this.start());
    worker.postMessage({
      id,
      segments: views.map(({ number, dead, deadCount }) => ({ number, dead, deadCount })),
    } satisfies MergeRequest);
    return new Promise((resolve) => {
      const limit = setTimeout(
        () => this.giveUp(new Error(`a merge was not done after ${longestMs} ms`)),
        longestMs,
      ).unref();
      this.waiting.set(id, { resolve, limit });
    });
  }

  /**
   * Ends the thread for good: what broke it, or kept it for ever, would do so again. Merges go on in turns with
   * requests.
   */
  private giveUp(error: unknown): void {
    if (this.ended) return;
    this.options.onBroken(error);
    void this.close();
  }

  private start(): Worker {
    const { script, path } = this.options;
    const worker = new Worker(script, {
      workerData: { path } satisfies MergeWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.unref();
    worker.on("message", (answer: MergeAnswer) => this.answer(answer));
    worker.on("error", (error) => this.giveUp(error));
    return worker;
  }

  private answer(answer: MergeAnswer): void {
    const merge = this.waiting.get(answer.id);
    clearTimeout(merge?.limit);
    merge?.resolve(answer);
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
    for (const { resolve, limit } of this.waiting.values()) {
      clearTimeout(limit);
      resolve(undefined);
    }
    this.waiting.clear();
    await this.rest();
  }
}
