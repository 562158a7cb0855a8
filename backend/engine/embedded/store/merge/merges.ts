import type { SqliteDatabase } from "@common/storage/sqlite";
import { BACKGROUND_SLICE_MS, inSlices, type Steps } from "../../steps";
import type { Holds } from "../holds";
import type { SegmentImage } from "../segment/image";
import { memoryParts } from "../segment/image";
import { type Lock, pause } from "../lock";
import { mergeSegments } from "./merge";
import { planMerge } from "./merge-plan";
import { MergeThread } from "./merge-thread";
import type { SegmentView } from "../segment/reader";
import { StoredSegment } from "../segment/reader";
import { bytesOf, insertSegment } from "../segment/segment-rows";
import type { StoredIndex } from "../stored-index";

export type StoreLog = (message: string, details?: Record<string, unknown>) => void;

type MergesOptions = {
  writer: SqliteDatabase;
  lock: Lock;
  holds: Holds;
  indices: ReadonlyMap<number, StoredIndex>;
  nextSegment: () => number;
  /** Whether the disk has room for so many bytes more. */
  fits: (bytes: number) => boolean;
  log: StoreLog;
  /** The built `merge-worker.ts`; without it merges take turns with requests. */
  worker: URL | undefined;
};

/** An index with more segments than this makes its writers wait for merges. */
const MAX_SEGMENTS = 60;
/** Merging waits so long after a write, so that a burst of writes is merged once. */
const GATHER_MS = 250;

/** Without an image when nothing in the segments lives. */
type Merged = { image: SegmentImage | undefined };
/** A merge that has begun; it ends with undefined when the store is closed, or the index dropped, before. */
type Begun = { views: readonly SegmentView[]; merged: Promise<Merged | undefined> };

/** Puts larger segments in the place of smaller ones, one merge after the other. */
export class Merges {
  private readonly thread: MergeThread | undefined;
  private running: Promise<void> | undefined;
  private underWay: Begun | undefined;
  private endGathering: () => void = () => undefined;
  /** Something was written, or left, since the round under way began. */
  private isDue = false;
  private closed = false;

  constructor(private readonly options: MergesOptions) {
    const { worker, writer, log } = options;
    const onBroken = (error: unknown) =>
      log("the thread that merges broke; merges take turns with requests from now on", { error });
    this.thread = worker && new MergeThread({ script: worker, path: writer.path, onBroken });
  }

  /**
   * Waits while some index has too many segments. Only the present writer may call it. It merges by itself, for the
   * thread may be busy with a large merge for seconds; what the thread has begun is waited for.
   */
  async relieve(): Promise<void> {
    for (const index of this.options.indices.values()) {
      if (index.snapshot.segments.length > MAX_SEGMENTS) await this.guarded(index, () => this.relieveOne(index));
    }
  }

  private async relieveOne(index: StoredIndex): Promise<void> {
    while (index.snapshot.segments.length > MAX_SEGMENTS && !this.closed) {
      const planned = this.planned(index);
      if (!planned) break;
      const begun = this.sharing(planned) ?? { views: planned, merged: this.inTurns(index, planned) };
      const merged = await begun.merged;
      if (merged) this.replace({ index, views: begun.views, image: merged.image });
      await pause();
    }
  }

  /** What fails in one index keeps no other from its merges, and no writer from its write. */
  private async guarded(index: StoredIndex, merge: () => Promise<void>): Promise<void> {
    try {
      await merge();
    } catch (error) {
      this.options.log("merge failed", { index: index.number, error });
    }
  }

  private isGone(index: StoredIndex): boolean {
    return this.options.indices.get(index.number) !== index;
  }

  /** What is to be merged next; nothing in a dropped index, nor while the disk has no room for it. */
  private planned(index: StoredIndex): readonly SegmentView[] | undefined {
    if (this.closed || this.isGone(index)) return undefined;
    const views = planMerge(index.snapshot.segments);
    return views && this.options.fits(views.reduce((sum, { segment }) => sum + bytesOf(segment.meta), 0))
      ? views
      : undefined;
  }

  /** The merge under way, when it has a segment of these. */
  private sharing(views: readonly SegmentView[]): Begun | undefined {
    const segments = new Set(views.map(({ segment }) => segment));
    return this.underWay?.views.some(({ segment }) => segments.has(segment)) ? this.underWay : undefined;
  }

  /** Begins a little after a write: of many small writes in a row more can be merged at once. */
  soon(): void {
    this.isDue = true;
    this.running ??= this.begin(() => this.gather());
  }

  /** Merges what needs it now; resolves then. What is written meanwhile may be left for later. */
  async now(): Promise<void> {
    this.endGathering();
    await this.running;
    this.endGathering();
    await (this.running ??= this.begin(() => Promise.resolve()));
  }

  private async begin(first: () => Promise<void>): Promise<void> {
    await first();
    this.isDue = false;
    await this.all();
    this.running = undefined;
    if (this.isDue && !this.closed) this.soon();
  }

  private gather(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS);
      timer.unref();
      this.endGathering = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One round over all indices. */
  private async all(): Promise<void> {
    for (const index of this.options.indices.values()) await this.guarded(index, () => this.settle(index));
  }

  /**
   * Merges what an index has now: with one that is written to all the time the round would never come to the next, nor
   * to its end.
   */
  private async settle(index: StoredIndex): Promise<void> {
    let left = index.snapshot.segments.length;
    for (let views = this.planned(index); views; views = this.planned(index)) {
      if (left-- === 0) return void (this.isDue = true);
      await this.one(index, views);
      // Merges of small segments are over before their first turn for others.
      await pause();
    }
  }

  private async one(index: StoredIndex, views: readonly SegmentView[]): Promise<void> {
    const merged = this.aside(index, views);
    this.underWay = { views, merged };
    try {
      const done = await merged;
      if (done) await this.options.lock.run(async () => this.replace({ index, views, image: done.image }));
    } finally {
      this.underWay = undefined;
    }
  }

  /** Merges in the thread, or, without a thread, in turns with requests. */
  private async aside(index: StoredIndex, views: readonly SegmentView[]): Promise<Merged | undefined> {
    const release = this.options.holds.take();
    try {
      const merged = await this.thread?.merge(views);
      return merged || this.closed ? merged : await this.inTurns(index, views);
    } finally {
      release();
    }
  }

  private async inTurns(index: StoredIndex, views: readonly SegmentView[]): Promise<Merged | undefined> {
    const release = this.options.holds.take();
    try {
      return await inSlices(this.whileWanted(index, mergeSegments(views)), BACKGROUND_SLICE_MS);
    } finally {
      release();
    }
  }

  /** Gives a merge up when its index is dropped, or the store closed. */
  private *whileWanted(index: StoredIndex, steps: Steps<SegmentImage | undefined>): Steps<Merged | undefined> {
    while (!this.closed && !this.isGone(index)) {
      const step = steps.next();
      if (step.done) return { image: step.value };
      yield;
    }
    return undefined;
  }

  /** Puts a merged segment in the place of its sources; documents deleted meanwhile are dead in it too. */
  private replace({
    index,
    views,
    image,
  }: {
    index: StoredIndex;
    views: readonly SegmentView[];
    image: SegmentImage | undefined;
  }): void {
    const { writer } = this.options;
    const present = index.snapshot.segments;
    const at = present.findIndex((view) => view.segment === views[0]?.segment);
    const sources = present.slice(at, at + views.length);
    // The index was dropped, or someone else merged the same segments first.
    if (at < 0 || this.isGone(index) || sources.some((view, place) => view.segment !== views[place]?.segment)) return;
    const dead = image ? diedMeanwhile({ image, sources, views }) : new Set<number>();
    const number = this.options.nextSegment();
    const documents = views.reduce((sum, view) => sum + view.docCount, 0);
    const bytes = views.reduce((sum, view) => sum + (view.segment.meta.sourceBytes ?? 0), 0);
    const sourceBytes = Math.round((bytes * (image?.meta.docCount ?? 0)) / Math.max(1, documents));
    const meta = writer.transaction(() => {
      const retire = writer.prepare("INSERT INTO retired (segment, since) VALUES (?, ?)");
      for (const view of views) retire.run(view.number, Date.now());
      return image && insertSegment(writer, { number, index: index.number, image, dead, sourceBytes });
    });
    index.show([
      ...present.slice(0, at),
      ...(meta ? [index.view({ number, meta, dead })] : []),
      ...present.slice(at + views.length),
    ]);
  }

  /** Waits for what is being stored; a merge that the thread has begun is given up. */
  async close(): Promise<void> {
    this.closed = true;
    this.endGathering();
    await this.thread?.close();
    await this.running;
  }
}

/**
 * Numbers in the merged segment of the documents that lived in `views`, when the merge began, and are dead in
 * `sources`.
 */
function diedMeanwhile({
  image,
  sources,
  views,
}: {
  image: SegmentImage;
  sources: readonly SegmentView[];
  views: readonly SegmentView[];
}): Set<number> {
  const dead = new Set<number>();
  const merged = new StoredSegment(0, image.meta, memoryParts(image.parts));
  sources.forEach((view, place) => {
    if (view.deadCount === views[place]?.deadCount) return;
    for (let doc = 0; doc < view.docCount; doc++)
      if (!view.isLive(doc) && views[place]?.isLive(doc)) dead.add(merged.docOf(view.seq(doc)));
  });
  return dead;
}
