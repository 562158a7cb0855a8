import type { SqliteDatabase } from "@common/sqlite";
import { BACKGROUND_SLICE_MS, inSlices } from "../../steps";
import type { Holds } from "../holds";
import type { SegmentImage } from "../segment/image";
import { memoryParts } from "../segment/image";
import type { Lock } from "../lock";
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
/** A merge that has begun; it ends with undefined when the store is closed before. */
type Begun = { views: readonly SegmentView[]; merged: Promise<Merged | undefined> };

/** Puts larger segments in the place of smaller ones, one merge after the other. */
export class Merges {
  private readonly thread: MergeThread | undefined;
  private running: Promise<void> | undefined;
  private underWay: Begun | undefined;
  private endGathering: () => void = () => undefined;
  private closed = false;

  constructor(private readonly options: MergesOptions) {
    const { worker, writer, log } = options;
    const onBroken = (error: unknown) => log("the thread that merges broke; merges take turns with requests from now on", { error });
    this.thread = worker && new MergeThread({ script: worker, path: writer.path, onBroken });
  }

  /**
   * Waits while some index has too many segments. Only the present writer may call it. It merges by itself, for the thread may be busy with a
   * large merge for seconds; what the thread has begun is waited for.
   */
  async relieve(): Promise<void> {
    for (const index of this.options.indices.values()) {
      while (index.snapshot.segments.length > MAX_SEGMENTS && !this.closed) {
        const planned = this.planned(index);
        if (!planned) break;
        const begun = this.sharing(planned) ?? { views: planned, merged: this.inTurns(planned) };
        const merged = await begun.merged;
        if (merged) this.replace({ index, views: begun.views, image: merged.image });
      }
    }
  }

  /** What is to be merged next; nothing while the disk has no room for it. */
  private planned(index: StoredIndex): readonly SegmentView[] | undefined {
    const views = planMerge(index.snapshot.segments);
    return views && this.options.fits(views.reduce((sum, { segment }) => sum + bytesOf(segment.meta), 0)) ? views : undefined;
  }

  /** The merge under way, when it has a segment of these. */
  private sharing(views: readonly SegmentView[]): Begun | undefined {
    const segments = new Set(views.map(({ segment }) => segment));
    return this.underWay?.views.some(({ segment }) => segments.has(segment)) ? this.underWay : undefined;
  }

  /** Begins a little after a write: of many small writes in a row more can be merged at once. */
  soon(): void {
    this.running ??= this.begin(() => this.gather());
  }

  /** Merges until no index needs it; resolves then. */
  async now(): Promise<void> {
    this.endGathering();
    await this.running;
    await (this.running ??= this.begin(() => Promise.resolve()));
  }

  private begin(first: () => Promise<void>): Promise<void> {
    return first()
      .then(() => this.all())
      .catch((error: unknown) => this.options.log("merge failed", { error }))
      .finally(() => (this.running = undefined));
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

  private async all(): Promise<void> {
    for (const index of this.options.indices.values()) {
      for (;;) {
        const views = this.closed ? undefined : this.planned(index);
        if (!views || !(await this.one(index, views))) break;
      }
    }
  }

  /** One merge; false when there was no time left for it. */
  private async one(index: StoredIndex, views: readonly SegmentView[]): Promise<boolean> {
    const merged = this.aside(views);
    this.underWay = { views, merged };
    try {
      const done = await merged;
      if (done) await this.options.lock.run(async () => this.replace({ index, views, image: done.image }));
      return done !== undefined;
    } finally {
      this.underWay = undefined;
    }
  }

  /** Merges in the thread, or, without a thread, in turns with requests. */
  private async aside(views: readonly SegmentView[]): Promise<Merged | undefined> {
    const release = this.options.holds.take();
    try {
      const merged = await this.thread?.merge(views);
      return merged || this.closed ? merged : await this.inTurns(views);
    } finally {
      release();
    }
  }

  private async inTurns(views: readonly SegmentView[]): Promise<Merged> {
    const release = this.options.holds.take();
    try {
      return { image: await inSlices(mergeSegments(views), BACKGROUND_SLICE_MS) };
    } finally {
      release();
    }
  }

  /** Puts a merged segment in the place of its sources; documents deleted meanwhile are dead in it too. */
  private replace({ index, views, image }: { index: StoredIndex; views: readonly SegmentView[]; image: SegmentImage | undefined }): void {
    const { indices, writer } = this.options;
    const present = index.snapshot.segments;
    const at = present.findIndex((view) => view.segment === views[0]?.segment);
    const sources = present.slice(at, at + views.length);
    // The index was dropped, or someone else merged the same segments first.
    if (at < 0 || indices.get(index.number) !== index || sources.some((view, place) => view.segment !== views[place]?.segment)) return;
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
    index.show([...present.slice(0, at), ...(meta ? [index.view({ number, meta, dead })] : []), ...present.slice(at + views.length)]);
  }

  /** Waits for what is being stored; a merge that the thread has begun is given up. */
  async close(): Promise<void> {
    this.closed = true;
    this.endGathering();
    await this.thread?.close();
    await this.running;
  }
}

/** Numbers in the merged segment of the documents that lived in `views`, when the merge began, and are dead in `sources`. */
function diedMeanwhile({ image, sources, views }: { image: SegmentImage; sources: readonly SegmentView[]; views: readonly SegmentView[] }): Set<number> {
  const dead = new Set<number>();
  const merged = new StoredSegment(0, image.meta, memoryParts(image.parts));
  sources.forEach((view, place) => {
    if (view.deadCount === views[place]?.deadCount) return;
    for (let doc = 0; doc < view.docCount; doc++) if (!view.isLive(doc) && views[place]?.isLive(doc)) dead.add(merged.docOf(view.seq(doc)));
  });
  return dead;
}
