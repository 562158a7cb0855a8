import { join } from "node:path";
import { readText, SqliteDatabase } from "@common/storage/sqlite";
import { inSlices, type Steps } from "../steps";
import type { SegmentDocument } from "./build/builder";
import { ByteCache } from "./cache";
import { Changes } from "./changes";
import { DocumentCache } from "./document-cache";
import { DiskFullError, DiskRoom, type RoomOptions } from "../disk/room";
import { dropSegments, FORMAT, noteFormat, prepareTables, OLDER } from "./database";
import { Holds } from "./holds";
import { collectGarbage } from "./garbage";
import { Lock, pause } from "./lock";
import { Merges, type StoreLog } from "./merge/merges";
import { deleteSegment, parseMeta } from "./segment/segment-rows";
import { IndexSession } from "./session";
import { StoredIndex } from "./stored-index";

export type RebuildOptions = {
  index: StoredIndex;
  contentOf: (source: string) => Pick<SegmentDocument, "fields" | "nested">;
};
export type WriteOptions = { sliceMs?: number | undefined; isLazy?: () => boolean };
export type StoreOptions = {
  folder: string;
  cacheBytes?: number;
  vectorBytes?: number;
  log?: StoreLog;
  /** The built `merge-worker.ts`; without it merges take turns with requests. */
  mergeWorker?: URL;
  /** What is kept free on the disk. */
  room?: RoomOptions;
};

const CACHE_BYTES = 128 * 1024 * 1024;
/** For vectors, taken only where there are some: 100,000 of 384 dimensions are 154 MB. */
const VECTOR_BYTES = 256 * 1024 * 1024;
const TICK_MS = 1_000;
/** In ticks; as often as Elasticsearch does. */
const CATCH_UP_EVERY = 5;
/** Rows that are deleted in one go where there is hardly any space. */
const FEW = 20;
/** Garbage is looked for at every so many ticks; at each one while the disk is nearly full. */
const GARBAGE_EVERY = 10;

/** One write transaction over any number of indices. */
export class WriteTransaction {
  private readonly sessions = new Map<StoredIndex, IndexSession>();
  private readonly before: (() => void)[] = [];
  private readonly after: (() => void)[] = [];

  constructor(private readonly store: Store) {}

  get database(): SqliteDatabase {
    return this.store.writer;
  }

  session(index: StoredIndex): IndexSession {
    let session = this.sessions.get(index);
    if (!session)
      this.sessions.set(index, (session = new IndexSession({ database: this.database, index, numbers: this.store })));
    return session;
  }

  /** Runs `work` inside the transaction, when everything else of it is written. */
  beforeCommit(work: () => void): void {
    this.before.push(work);
  }

  /** Runs `work` in the tick of the commit, before any search. */
  onCommit(work: () => void): void {
    this.after.push(work);
  }

  *flush(): Steps<void> {
    for (const work of this.before) work();
    for (const session of this.sessions.values()) yield* session.flush();
  }

  apply(): void {
    for (const session of this.sessions.values()) session.apply();
    for (const work of this.after) work();
  }
}

/** Documents and segments in one SQLite file: one connection that writes, in turn, and one that reads meanwhile. */
export class Store {
  readonly writer: SqliteDatabase;
  readonly reader: SqliteDatabase;
  readonly holds = new Holds();
  readonly changes = new Changes();
  readonly room: DiskRoom;
  /** The stored segments are of another format, or were left half made: they must be rebuilt. */
  readonly needsRebuild: boolean;
  /** The stored segments are of an older format: those of indices with fields of these types must be rebuilt. */
  readonly outgrownTypes: readonly string[] | undefined;
  private readonly cache: ByteCache;
  private readonly large: ByteCache;
  private readonly documents = new DocumentCache();
  private readonly lock = new Lock();
  private readonly indices = new Map<number, StoredIndex>();
  private readonly log: StoreLog;
  private readonly timer: NodeJS.Timeout;
  private readonly merges: Merges;
  private readonly openedAt = Date.now();
  private closed = false;
  /** Something was written that the disk may not have yet. */
  private isBehind = false;
  private ticks = 0;
  private collecting = false;
  private lastSeq: number;
  private lastSegment: number;

  constructor({
    folder,
    cacheBytes = CACHE_BYTES,
    vectorBytes = VECTOR_BYTES,
    log = () => undefined,
    mergeWorker,
    room,
  }: StoreOptions) {
    const path = join(folder, "engine.db");
    this.room = new DiskRoom(path, room);
    this.writer = new SqliteDatabase(path);
    const format = prepareTables(this.writer);
    this.outgrownTypes = OLDER[format];
    this.needsRebuild = format !== FORMAT && !this.outgrownTypes;
    this.reader = new SqliteDatabase(path);
    this.cache = new ByteCache(cacheBytes);
    this.large = new ByteCache(vectorBytes);
    this.log = log;
    this.room.watch(this.writer);
    const { writer, lock, holds, indices } = this;
    const fits = (bytes: number) => this.room.fits(bytes);
    this.merges = new Merges({
      writer,
      lock,
      holds,
      indices,
      fits,
      nextSegment: () => this.nextSegment(),
      log,
      worker: mergeWorker,
    });
    this.lastSeq = this.largest("SELECT max(seq) AS value FROM document");
    this.lastSegment = this.largest("SELECT max(number) AS value FROM segment");
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.timer.unref();
  }

  private largest(sql: string): number {
    return this.writer.prepare<{ value: number | null }>(sql).get()?.value ?? 0;
  }

  nextSeq(): number {
    return ++this.lastSeq;
  }

  nextSegment(): number {
    return ++this.lastSegment;
  }

  /** The segments of an index, read from the file or, for a new number, empty. */
  index(number: number): StoredIndex {
    const known = this.indices.get(number);
    if (known) return known;
    const { reader: database, cache, large, documents, holds, changes } = this;
    const index = new StoredIndex(number, { database, cache, large, documents, holds, changes });
    index.nextSeqNo =
      this.writer.prepare<{ next_seq_no: number }>("SELECT next_seq_no FROM counter WHERE idx = ?").get(number)
        ?.next_seq_no ?? 0;
    const rows = this.writer
      .prepare<{ number: number; meta: string }>(
        "SELECT number, meta FROM segment WHERE idx = ? AND number NOT IN (SELECT segment FROM retired) ORDER BY first",
      )
      .all(number);
    const dead = this.writer.prepare<{ doc: number }>("SELECT doc FROM deleted WHERE segment = ?");
    index.show(
      rows.map((row) =>
        index.view({ number: row.number, meta: parseMeta(row.meta), dead: dead.all(row.number).map(({ doc }) => doc) }),
      ),
    );
    this.indices.set(number, index);
    return index;
  }

  /** Forgets a dropped index. Its rows are deleted later, in slices. */
  forget(index: StoredIndex): void {
    this.indices.delete(index.number);
  }

  /**
   * Runs `work` as the only writer, in one durable transaction: when the promise resolves, everything is on disk and
   * seen by searches. Throws what `work` throws, and DiskFullError, with nothing changed. The segment is written in
   * slices of `sliceMs`. Where `isLazy` says so in the moment before it begins, it is not waited for the disk: a
   * machine that loses its power may forget the last five seconds of such writes, a process that ends does not.
   */
  write<Result>(
    work: (transaction: WriteTransaction) => Promise<Result> | Result,
    options: WriteOptions = {},
  ): Promise<Result> {
    return this.lock.run(() => this.writeNow(work, options));
  }

  /**
   * A write that makes room. What it needs itself is kept back for it; where that is gone too the ballast is given up,
   * and `work` runs once more.
   */
  writeToMakeRoom<Result>(work: (transaction: WriteTransaction) => Promise<Result> | Result): Promise<Result> {
    return this.lock.run(async () => {
      try {
        return await this.writeNow(work);
      } catch (error) {
        if (!(error instanceof DiskFullError) || !this.room.ballast.release()) throw error;
        return this.writeNow(work);
      }
    });
  }

  private async writeNow<Result>(
    work: (transaction: WriteTransaction) => Promise<Result> | Result,
    { sliceMs, isLazy = () => false }: WriteOptions = {},
  ): Promise<Result> {
    await this.merges.relieve();
    const transaction = new WriteTransaction(this);
    let result: Result;
    const lazy = isLazy();
    if (lazy) this.writer.exec("PRAGMA synchronous=NORMAL");
    try {
      this.writer.exec("BEGIN IMMEDIATE");
      result = await work(transaction);
      await inSlices(transaction.flush(), sliceMs);
      this.writer.exec("COMMIT");
    } catch (error) {
      this.writer.rollback();
      throw this.room.explain(error);
    } finally {
      if (lazy) this.writer.exec("PRAGMA synchronous=FULL");
    }
    this.isBehind ||= lazy;
    transaction.apply();
    this.merges.soon();
    return result;
  }

  /** Merges until no index needs it; resolves then. */
  mergeAll(): Promise<void> {
    return this.merges.now();
  }

  /** Has the disk take what was written without waiting for it. */
  private async catchUp(): Promise<void> {
    if (!this.isBehind) return;
    this.isBehind = false;
    await this.lock.run(async () => {
      if (!this.closed) this.writer.checkpoint("PASSIVE");
    });
  }

  private tick(): void {
    this.room.tend();
    const { isLow } = this.room.look();
    this.ticks++;
    if (this.ticks % CATCH_UP_EVERY === 0) void this.catchUp();
    if (this.ticks % GARBAGE_EVERY === 0 || isLow) void this.collect(isLow);
  }

  /**
   * Deletes what no search can still want, a little at a time. `soon` where the disk is nearly full: what was deleted
   * makes room at once.
   */
  private async collect(soon: boolean): Promise<void> {
    if (this.collecting) return;
    this.collecting = true;
    try {
      while (!this.closed && (await this.lock.run(async () => !this.closed && this.collectSome(soon)))) await pause();
      if (soon) this.room.spend();
    } catch (error) {
      this.log("garbage collection failed", { error });
    } finally {
      this.collecting = false;
    }
  }

  private collectSome(soon: boolean): boolean {
    // Nobody searched before it was opened, so nobody wants what was kept for that.
    const limits = { ...this.holds.horizons(soon), openedAt: this.openedAt };
    try {
      return collectGarbage(this.writer, limits);
    } catch (error) {
      // Deleting takes a little space before it gives some.
      if (!(this.room.explain(error) instanceof DiskFullError) || !this.room.ballast.release()) throw error;
      return collectGarbage(this.writer, { ...limits, page: FEW });
    }
  }

  /** Deletes every segment, so that `fill` can rebuild them. */
  dropSegments(): void {
    this.writer.transaction(() => dropSegments(this.writer));
    for (const index of this.indices.values()) index.show([]);
  }

  /** Notes that all segments have the present format. */
  noteFormat(): void {
    noteFormat(this.writer);
  }

  /**
   * Makes the segments of an index from its documents. One that `contentOf` refuses stays stored, but no search finds
   * it.
   */
  async rebuild({ index, contentOf }: RebuildOptions): Promise<void> {
    index.show([]);
    await this.write(async (transaction) => {
      const session = transaction.session(index);
      const old = this.writer.prepare<{ number: number }>("SELECT number FROM segment WHERE idx = ?").all(index.number);
      for (const { number } of old) deleteSegment(this.writer, number);
      const rows = this.writer.prepare<{ seq: number; id: string; source: string }>(
        "SELECT d.seq, d.id, d.source FROM document d JOIN entry e ON e.idx = d.idx AND e.id = d.id AND e.seq = d.seq WHERE d.idx = ? AND d.seq > ? ORDER BY d.seq LIMIT 100",
      );
      for (
        let page = rows.all(index.number, 0);
        page.length > 0;
        page = rows.all(index.number, page[page.length - 1]?.seq ?? 0)
      ) {
        for (const { seq, id, source } of page) {
          try {
            await inSlices(session.restore({ seq, source: readText(source), ...contentOf(readText(source)) }));
          } catch (error) {
            this.log("a document could not be indexed again", { index: index.number, id: readText(id), error });
          }
        }
        await pause();
      }
    });
  }

  /** Waits for running writes, then closes the file. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await this.room.ballast.close();
    await this.merges.close();
    await this.lock.run(async () => undefined);
    this.reader.close();
    this.writer.close();
  }
}
