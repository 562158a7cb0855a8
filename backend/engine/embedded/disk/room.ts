import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { SqliteDatabase } from "@common/storage/sqlite";
import { isDiskFull } from "@common/storage/sqlite";
import { Ballast } from "./ballast";
import { DEFAULT_RESERVE, diskSpace, type DiskReserve, type DiskSpace, reservedBytes } from "./space";

/** `space` and `freshMs` (how long a look is valid) are for tests, which have a disk of their own. */
export type RoomOptions = { reserve?: DiskReserve; space?: (folder: string) => DiskSpace; freshMs?: number };

/** How the disk stands. `reusable` are pages inside the file that deletions left. */
export type Room = DiskSpace & { reserve: number; reusable: number; isLow: boolean };

/** A write found no space, or too little. Nothing of it is kept. */
export class DiskFullError extends Error {
  override name = "DiskFullError";
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2).toLocaleString("en")} MB`;
}

/** Why nothing is written and what helps, in words. */
export function whyLow({ free, reusable, reserve, total }: Room): string {
  const inside = reusable > 0 ? ` and ${megabytes(reusable)} inside the engine's file` : "";
  return `the disk is nearly full: ${megabytes(free)} of ${megabytes(total)} are free${inside}, and ${megabytes(reserve)} are kept back; indices take no writes until there is more: delete indices, or make room in the data folder`;
}

const FRESH_MS = 200;
/** Below so many times the reserve the ballast is there, and the log is kept short. */
const NEAR = 16;
const SHORT_LOG = 2;
/** What the log takes before it is moved into the file, beside all pages that are free inside. */
const LOG = 8 * 1024 ** 2;
/** What opening the file takes, with much to spare. */
const OPENING = 4 * 1024 ** 2;
/**
 * A byte of source in memory takes so many more, in the log and again in the file: its row, and its part of the
 * segment.
 */
const GROWTH = 2;

/**
 * Watches the disk of a data folder. What may be used is what is free and what the write-ahead log has, less what the
 * log will still need in the file; and what is free inside the file: SQLite never makes it smaller, it fills what was
 * deleted.
 */
export class DiskRoom {
  readonly ballast: Ballast;
  private readonly folder: string;
  private readonly reserve: DiskReserve;
  private readonly space: (folder: string) => DiskSpace;
  private readonly freshMs: number;
  private database: SqliteDatabase | undefined;
  private last: { at: number; room: Room } | undefined;

  constructor(
    private readonly path: string,
    { reserve = DEFAULT_RESERVE, space = diskSpace, freshMs = FRESH_MS }: RoomOptions = {},
  ) {
    this.folder = dirname(path);
    this.reserve = reserve;
    this.space = space;
    this.freshMs = freshMs;
    this.ballast = new Ballast(this.folder);
    // Opening the file takes a little space itself.
    if (this.space(this.folder).free < OPENING) this.ballast.release();
  }

  /** From now on the pages of the file count. */
  watch(database: SqliteDatabase): void {
    this.database = database;
  }

  /** How it stands, as of a moment ago. */
  look(): Room {
    if (!this.last || Date.now() - this.last.at >= this.freshMs) this.last = { at: Date.now(), room: this.measured() };
    return this.last.room;
  }

  /** The same, as of now. */
  lookAgain(): Room {
    this.forget();
    return this.look();
  }

  private forget(): void {
    if (this.last) this.last.at = 0;
  }

  private measured(): Room {
    const first = this.measure();
    // What was moved into the file is overwritten from then on, and the log goes no further.
    if (first.free + first.reusable > SHORT_LOG * first.reserve || !this.database?.checkpoint("RESTART")) return first;
    return this.measure();
  }

  private measure(): Room {
    const { free, total } = this.space(this.folder);
    const { owed, reusable } = this.pages();
    const reserve = reservedBytes(this.reserve, total);
    const usable = free - owed;
    // Once low it takes a quarter more to be high again: what a checkpoint or a merge gives back is soon used.
    const wanted = this.last?.room.isLow ? reserve * 1.25 : reserve;
    return {
      free: Math.max(0, usable),
      total,
      reserve,
      reusable,
      isLow: reserve > 0 && (usable + reusable < wanted || usable < Math.min(LOG, reserve / 2)),
    };
  }

  /**
   * Bytes by which the file will grow when the log is moved into it, less those of the log itself; and bytes that are
   * free inside.
   */
  private pages(): { owed: number; reusable: number } {
    if (!this.database) return { owed: 0, reusable: 0 };
    const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const number = (name: "page_size" | "page_count" | "freelist_count") =>
      Number(Object.values(this.database?.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? 0);
    const page = number("page_size");
    const owed = Math.max(0, number("page_count") * page - sizeOf(this.path));
    return { owed: owed - sizeOf(`${this.path}-wal`), reusable: number("freelist_count") * page };
  }

  /** Whether a transaction may go on that has so many bytes of sources in memory yet. Looks at the disk itself. */
  mayGoOn(pending: number): boolean {
    const { free, total } = this.space(this.folder);
    const reserve = reservedBytes(this.reserve, total);
    const { owed, reusable } = this.pages();
    const grown = pending * GROWTH;
    return reserve === 0 || free - owed - grown - Math.max(0, grown - reusable) > Math.min(LOG, reserve / 2) / 2;
  }

  /** Whether so many bytes can be written again beside what is there, as a merge does. */
  fits(bytes: number): boolean {
    const { free, reserve, isLow } = this.look();
    return !isLow && (reserve === 0 || free - 2 * bytes > reserve / 2);
  }

  /** The error of a write, as a full disk where that is what it comes of. */
  explain(error: unknown): unknown {
    if (!isDiskFull(error, () => this.space(this.folder).free < 1024 ** 2)) return error;
    this.forget();
    return new DiskFullError("the disk is full", { cause: error });
  }

  /** Gives the ballast up where there is room inside the file, and only the log has none. */
  spend(): void {
    const { free, reserve, reusable, isLow } = this.lookAgain();
    if (isLow && free < LOG && free + this.ballast.bytes + reusable >= reserve && this.ballast.release()) this.forget();
  }

  /** Writes the ballast where it is missing, the disk is nearly full, and there is room for it. */
  tend(): void {
    const { free, total, reserve } = this.look();
    const size = Ballast.sizeFor(total);
    if (reserve === 0 || free > NEAR * reserve || free < reserve + 2 * size || this.ballast.bytes >= size) return;
    void this.ballast.fill(size);
  }
}
