import type { SqliteDatabase } from "@common/storage/sqlite";
import type { ByteCache } from "../cache";
import type { PartSource, SegmentImage, SegmentMeta } from "./image";
import { roomForVectors } from "./vector-memory";

/** Segments up to this size are one row. */
const PACK_LIMIT = 65_536;
/** Larger parts are cut, so that one term's postings do not load all others. */
const PAGE = 262_144;

/**
 * What the `meta` column holds: the segment's own meta data, and where each part lies (in the pack, or its length
 * alone).
 */
export type StoredMeta = SegmentMeta & {
  /** Bytes of the documents' sources; after a merge an estimate. */
  sourceBytes?: number;
  packed?: Record<string, readonly [offset: number, length: number]>;
  lengths?: Record<string, number>;
};

function packOf(parts: ReadonlyMap<string, Uint8Array>): {
  packed: NonNullable<StoredMeta["packed"]>;
  pack: Uint8Array;
} {
  const packed: NonNullable<StoredMeta["packed"]> = {};
  let size = 0;
  // Eight bytes is the widest number: aligned parts can be read in place.
  for (const [name, bytes] of parts) {
    packed[name] = [size, bytes.length];
    size += (bytes.length + 7) & ~7;
  }
  const pack = new Uint8Array(size);
  for (const [name, bytes] of parts) pack.set(bytes, packed[name]?.[0] ?? 0);
  return { packed, pack };
}

type InsertOptions = {
  number: number;
  index: number;
  image: SegmentImage;
  dead: Iterable<number>;
  sourceBytes: number;
};

/** Writes a segment and the numbers of its documents that are dead already. Belongs in a transaction. */
export function insertSegment(
  database: SqliteDatabase,
  { number, index, image, dead, sourceBytes }: InsertOptions,
): StoredMeta {
  let size = 0;
  for (const bytes of image.parts.values()) size += bytes.length;
  const insert = database.prepare("INSERT INTO segment (number, idx, first, meta, pack) VALUES (?, ?, ?, ?, ?)");
  let meta: StoredMeta;
  if (size <= PACK_LIMIT) {
    const { packed, pack } = packOf(image.parts);
    meta = { ...image.meta, sourceBytes, packed };
    insert.run(number, index, meta.first, JSON.stringify(meta), pack);
  } else {
    meta = {
      ...image.meta,
      sourceBytes,
      lengths: Object.fromEntries([...image.parts].map(([name, bytes]) => [name, bytes.length])),
    };
    insert.run(number, index, meta.first, JSON.stringify(meta), null);
    const page = database.prepare("INSERT INTO part (segment, name, page, data) VALUES (?, ?, ?, ?)");
    for (const [name, bytes] of image.parts)
      for (let at = 0; at * PAGE < bytes.length; at++)
        page.run(number, name, at, bytes.subarray(at * PAGE, (at + 1) * PAGE));
  }
  const mark = database.prepare("INSERT INTO deleted (segment, doc) VALUES (?, ?)");
  for (const doc of dead) mark.run(number, doc);
  return meta;
}

/** The `meta` column as `insertSegment` wrote it. */
export function parseMeta(text: string): StoredMeta {
  return JSON.parse(text) as StoredMeta;
}

/** The meta data of a stored segment. Throws where there is no such segment. */
export function metaOf(database: SqliteDatabase, number: number): StoredMeta {
  const row = database.prepare<{ meta: string }>("SELECT meta FROM segment WHERE number = ?").get(number);
  if (!row) throw new RangeError(`there is no segment ${number}`);
  return parseMeta(row.meta);
}

/** Bytes of a segment's parts. */
export function bytesOf(meta: StoredMeta): number {
  let bytes = 0;
  for (const place of Object.values(meta.packed ?? {})) bytes += place[1];
  for (const length of Object.values(meta.lengths ?? {})) bytes += length;
  return bytes;
}

/** Bytes that a segment and its documents take. */
export function sizeOf(meta: StoredMeta): number {
  return (meta.sourceBytes ?? 0) + bytesOf(meta);
}

/** Deletes the rows of a segment. */
export function deleteSegment(database: SqliteDatabase, number: number): void {
  for (const table of ["part", "deleted", "retired"])
    database.prepare(`DELETE FROM ${table} WHERE segment = ?`).run(number);
  database.prepare("DELETE FROM segment WHERE number = ?").run(number);
}

type StoredParts = {
  database: SqliteDatabase;
  cache: ByteCache;
  /** For large parts; without it they are read each time. */ large?: ByteCache;
  number: number;
  meta: StoredMeta;
};

function packedParts({ database, cache, number, meta }: StoredParts): PartSource {
  const empty = new Uint8Array(0);
  const key = String(number);
  function pack(): Uint8Array {
    return cache.get(
      key,
      () =>
        database.prepare<{ pack: Uint8Array | null }>("SELECT pack FROM segment WHERE number = ?").get(number)?.pack ??
        empty,
    );
  }
  function read(name: string): Uint8Array {
    const place = meta.packed?.[name];
    return place ? pack().subarray(place[0], place[0] + place[1]) : empty;
  }
  return { read, piece: read, large: read, slice: ({ name, from, to }) => read(name).subarray(from, to) };
}

/** Reads the parts of a stored segment through the cache. */
export function storedParts(stored: StoredParts): PartSource {
  const { database, cache, large, number, meta } = stored;
  if (meta.packed) return packedParts(stored);
  const lengths = meta.lengths ?? {};
  // Keys are made once: a read of a part is far more frequent than its loading.
  const keys = new Map(
    Object.entries(lengths).map(([name, length]) => [
      name,
      {
        whole: `${number}/${name}`,
        pages: Array.from({ length: Math.ceil(length / PAGE) }, (_, at) => `${number}/${name}/${at}`),
      },
    ]),
  );
  function page(name: string, at: number): Uint8Array {
    return cache.get(keys.get(name)?.pages[at] ?? `${number}/${name}/${at}`, () => {
      const row = database
        .prepare<{ data: Uint8Array }>("SELECT data FROM part WHERE segment = ? AND name = ? AND page = ?")
        .get(number, name, at);
      if (!row) throw new Error(`part ${name} of segment ${number} is missing`);
      return row.data;
    });
  }
  function joined(name: string, { from, to }: { from: number; to: number }): Uint8Array {
    const first = Math.floor(from / PAGE);
    const last = Math.floor(Math.max(from, to - 1) / PAGE);
    if (first === last) return page(name, first).subarray(from - first * PAGE, to - first * PAGE);
    const whole = new Uint8Array(to - from);
    for (let at = first; at <= last; at++) {
      const bytes = page(name, at);
      const start = at * PAGE;
      whole.set(
        bytes.subarray(Math.max(0, from - start), Math.min(bytes.length, to - start)),
        Math.max(0, start - from),
      );
    }
    return whole;
  }
  function read(name: string): Uint8Array {
    const length = lengths[name];
    if (!length) return new Uint8Array(0);
    if (length <= PAGE) return page(name, 0);
    return cache.get(keys.get(name)?.whole ?? `${number}/${name}`, () => joined(name, { from: 0, to: length }));
  }
  /** Page by page into one array, past the cache of pages. */
  function whole(name: string, bytes: Uint8Array): Uint8Array {
    const rows = database.prepare<{ page: number; data: Uint8Array }>(
      "SELECT page, data FROM part WHERE segment = ? AND name = ? ORDER BY page",
    );
    let read = 0;
    for (const row of rows.all(number, name)) {
      bytes.set(row.data, row.page * PAGE);
      read += row.data.length;
    }
    if (read !== bytes.length) throw new Error(`part ${name} of segment ${number} is missing`);
    return bytes;
  }
  return {
    read,
    large(name) {
      const length = lengths[name] ?? 0;
      if (!large) return whole(name, new Uint8Array(length));
      return large.get(keys.get(name)?.whole ?? `${number}/${name}`, () => whole(name, roomForVectors(length)));
    },
    piece: (name) => ((lengths[name] ?? 0) <= PAGE ? read(name) : undefined),
    slice: ({ name, from, to }) => (to <= from ? new Uint8Array(0) : joined(name, { from, to })),
  };
}
