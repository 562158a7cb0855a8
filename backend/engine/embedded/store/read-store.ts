import { join } from "node:path";
import { SqliteDatabase } from "@common/storage/sqlite";
import { ByteCache } from "./cache";
import { DocumentCache } from "./document-cache";
import { Changes, type StoreChange } from "./changes";
import { FollowedIndex } from "./followed-index";
import { Holds } from "./holds";
import type { StoreParts } from "./stored-index";

/**
 * What a store of another thread keeps, by a connection that reads. It follows what the other commits. Nothing is read
 * in transactions: what went out of use is kept for half a minute there (`holds.ts`), longer than any search takes.
 */
export class ReadStore {
  readonly reader: SqliteDatabase;
  private readonly parts: StoreParts;
  private readonly indices = new Map<number, FollowedIndex>();

  /** `cacheBytes` are kept of index parts, `vectorBytes` of vectors. */
  constructor({ folder, cacheBytes, vectorBytes }: { folder: string; cacheBytes: number; vectorBytes: number }) {
    this.reader = new SqliteDatabase(join(folder, "engine.db"), { readOnly: true });
    this.parts = {
      database: this.reader,
      cache: new ByteCache(cacheBytes),
      large: new ByteCache(vectorBytes),
      documents: new DocumentCache(),
      holds: new Holds(),
      changes: new Changes(),
    };
  }

  index(number: number): FollowedIndex {
    const known = this.indices.get(number);
    if (known) return known;
    const index = new FollowedIndex(number, this.parts);
    this.indices.set(number, index);
    return index;
  }

  forget(number: number): void {
    this.indices.delete(number);
  }

  /** Takes over the segments of what changed. */
  follow(changes: readonly StoreChange[]): void {
    for (const change of changes) if (change.kind === "segments") this.indices.get(change.index)?.follow(change);
  }

  close(): void {
    this.reader.close();
  }
}
