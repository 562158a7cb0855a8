import { randomUUID } from "node:crypto";
import { EngineError, illegalArgument } from "../errors";
import type { After } from "./collect/collector";
import type { SearchRequest, Shard, Found } from "./types";
import type { ShardFailure } from "./answer/errors";
import type { SegmentReader } from "../store/types";

/** Scrolls open at once, at most (`search.max_open_scroll_context`). */
const MAX_OPEN = 500;

/** Documents that open scrolls together remember as found, at most: eight bytes each. */
const MOST_REMEMBERED = 8_000_000;

/**
 * What a scroll found in each segment, so that later pages need not run the query again. Where there is no room it is
 * found again.
 */
export class FoundMemory {
  private readonly found = new Map<SegmentReader, Found>();
  private used = 0;

  constructor(private readonly room: { left: number }) {}

  get(segment: SegmentReader): Found | undefined {
    return this.found.get(segment);
  }

  set(segment: SegmentReader, found: Found): void {
    const size = found.docs.length;
    if (size > this.room.left) return;
    this.room.left -= size;
    this.used += size;
    this.found.set(segment, found);
  }

  /** Gives the room back. */
  clear(): void {
    this.found.clear();
    this.room.left += this.used;
    this.used = 0;
  }
}

/** A search that is read page by page: it keeps its snapshots, and where the last page ended. */
export type Scroll = {
  memory: FoundMemory;
  id: string;
  shards: Shard[];
  failures: ShardFailure[];
  request: SearchRequest;
  after: After | undefined;
  keepAlive: number;
  expires: number;
  shardCount: number;
  /** Lets go of the snapshots. */ release(): void;
};

/** The open scrolls of one engine. What is not asked for in time is dropped. */
export class Scrolls {
  private readonly open = new Map<string, Scroll>();
  private readonly room = { left: MOST_REMEMBERED };

  /** An empty memory for a new scroll. */
  memory(): FoundMemory {
    return new FoundMemory(this.room);
  }

  add(scroll: Omit<Scroll, "id" | "expires">): Scroll {
    this.sweep();
    if (this.open.size >= MAX_OPEN) {
      throw new EngineError(
        429,
        "rejected_execution_exception",
        `Trying to create too many scroll contexts. Must be less than or equal to: [${MAX_OPEN}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`,
      );
    }
    const id = Buffer.from(randomUUID()).toString("base64url");
    const added = { ...scroll, id, expires: Date.now() + scroll.keepAlive };
    this.open.set(id, added);
    return added;
  }

  get(id: string, keepAlive: number | undefined): Scroll {
    this.sweep();
    const scroll = this.open.get(id);
    if (!scroll) {
      if (!/^[\w-]{20,}$/.test(id)) throw illegalArgument("Cannot parse scroll id");
      throw new EngineError(404, "search_context_missing_exception", `No search context found for id [${id}]`);
    }
    if (keepAlive !== undefined) scroll.keepAlive = keepAlive;
    scroll.expires = Date.now() + scroll.keepAlive;
    return scroll;
  }

  /** Drops scrolls; without ids all of them. Returns how many there were. */
  clear(ids: readonly string[] | undefined): number {
    const wanted = ids ?? [...this.open.keys()];
    return wanted.filter((id) => this.drop(id)).length;
  }

  private sweep(): void {
    const now = Date.now();
    for (const [id, scroll] of this.open) if (scroll.expires < now) this.drop(id);
  }

  private drop(id: string): boolean {
    this.open.get(id)?.release();
    return this.open.delete(id);
  }
}
