import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { enginePath, isSegment } from "../http/paths";
import { callEngine } from "./engine-client";
import { createShortMemory } from "./short-memory";
import type { SystemIndex } from "./system-indices";
import type { SystemPlaces } from "./system-places";

const GetSchema = z.object({
  found: z.boolean(),
  _source: z.unknown(),
  _seq_no: z.number().optional(),
  _primary_term: z.number().optional(),
});
const SearchSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.unknown().optional() })) }),
});

/** What every store is built from. */
export type StoreParts = { engine: Engine; places: SystemPlaces };

/** How often a record is made again because another gateway wrote it in between. */
const MOST_TRIES = 20;

/** Most records that are gone through where an index has no field to find them by. */
const MAX_SCANNED = 10_000;

/** Records of one kind, kept as documents of a hidden system index. */
export type SystemStore<Item> = {
  /** One record by id, at most half a second old. */
  get: (id: string) => Promise<Item | null>;
  /** One record by id, as the engine has it now. */
  now: (id: string) => Promise<Item | null>;
  /** Writes a record; it can be found at once. */
  put: (id: string, item: Item) => Promise<void>;
  /**
   * Writes what is made of a record as it is now, null where there is none; made again where another write comes in
   * between. Gives what was written.
   */
  remake: (id: string, make: (before: Item | null) => Item) => Promise<Item>;
  /**
   * Writes what a record differs in from what it was; everything else in its document stays, with what only another
   * program knows. Throws 404.
   */
  change: (id: string, change: { from: Item; to: Item }) => Promise<void>;
  /** Writes a record unless there is one of this id; false where there is. */
  create: (id: string, item: Item) => Promise<boolean>;
  /** Removes a record; false where there was none. */
  remove: (id: string) => Promise<boolean>;
  /** Ids of all records, at most `size`. */
  ids: (size: number) => Promise<string[]>;
  /** Records that match an Elasticsearch query, at most `size`. */
  find: (query: unknown, size: number) => Promise<Item[]>;
  /** Records that hold exactly these words in these fields, at most `size`. */
  where: (words: Readonly<Record<string, string>>, size: number) => Promise<Item[]>;
};

/** A store over the engine. Throws the engine's errors as the server's. */
export function createSystemStore<Item extends object>({
  engine,
  places,
  index,
  schema,
}: StoreParts & { index: SystemIndex; schema: z.ZodType<Item> }): SystemStore<Item> {
  const memory = createShortMemory({ read });
  const name = () => places.of(index).definition.name;
  const path = (id: string, call = "_doc") => enginePath([name(), call, id]);

  // An admin may write any document into a system index: one that is no record is as good as none, and must not take
  // the others with it.
  function readable(source: unknown): Item | null {
    const parsed = schema.safeParse(source);
    return parsed.success ? parsed.data : null;
  }

  async function read(id: string): Promise<Item | null> {
    const { status, body } = await callEngine(engine, { method: "GET", path: path(id) }, [404]);
    return status === 404 ? null : readable(GetSchema.parse(body)._source);
  }

  const isId = (id: string) => id !== "" && Buffer.byteLength(id) <= 512 && isSegment(id);
  const get = async (id: string) => (isId(id) ? memory.get(id) : null);
  const now = async (id: string) => (isId(id) ? read(id) : null);

  async function ids(size: number): Promise<string[]> {
    const { status, body } = await callEngine(
      engine,
      { method: "POST", path: `/${name()}/_search`, body: { query: { match_all: {} }, size, _source: false } },
      [404],
    );
    return status === 404 ? [] : SearchSchema.parse(body).hits.hits.map((hit) => hit._id);
  }

  // Forgotten after the write, and whatever came of it: a write that was cut short may have been done.
  async function write(
    id: string,
    item: Item,
    query: Record<string, string>,
    accept: readonly number[] = [],
  ): Promise<number> {
    try {
      return (
        await callEngine(
          engine,
          { method: "PUT", path: path(id), query: { refresh: "true", ...query }, body: item },
          accept,
        )
      ).status;
    } finally {
      memory.forget(id);
    }
  }

  async function remake(id: string, make: (before: Item | null) => Item): Promise<Item> {
    for (let tries = 1; ; tries++) {
      const { status, body } = await callEngine(engine, { method: "GET", path: path(id) }, [404]);
      const known = status === 404 ? null : GetSchema.parse(body);
      const item = make(known ? readable(known._source) : null);
      const unless: Record<string, string> = known
        ? { if_seq_no: String(known._seq_no), if_primary_term: String(known._primary_term) }
        : { op_type: "create" };
      if ((await write(id, item, unless, tries < MOST_TRIES ? [409] : [])) !== 409) return item;
    }
  }

  async function change(id: string, { from, to }: { from: Item; to: Item }): Promise<void> {
    const before = new Map(Object.entries(from));
    const doc = Object.fromEntries(
      Object.entries(to).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key))),
    );
    try {
      await callEngine(engine, {
        method: "POST",
        path: path(id, "_update"),
        query: { refresh: "true", retry_on_conflict: "3" },
        body: { doc },
      });
    } finally {
      memory.forget(id);
    }
  }

  async function remove(id: string): Promise<boolean> {
    try {
      const { status } = await callEngine(
        engine,
        { method: "DELETE", path: path(id), query: { refresh: "true" } },
        [404],
      );
      return status !== 404;
    } finally {
      memory.forget(id);
    }
  }

  async function find(query: unknown, size: number): Promise<Item[]> {
    const { body } = await callEngine(engine, { method: "POST", path: `/${name()}/_search`, body: { query, size } });
    return SearchSchema.parse(body).hits.hits.flatMap((hit) => readable(hit._source) ?? []);
  }

  async function where(words: Readonly<Record<string, string>>, size: number): Promise<Item[]> {
    const { exact } = places.of(index);
    const found = Object.entries(words).map(([field, word]) => ({ field, word, by: exact(field) }));
    const filter = found.flatMap(({ by, word }) => (by === null ? [] : [{ term: { [by]: word } }]));
    const others = found.filter(({ by }) => by === null);
    const items = await find(
      filter.length > 0 ? { bool: { filter } } : { match_all: {} },
      others.length > 0 ? MAX_SCANNED : size,
    );
    const holds = (item: Item, { field, word }: { field: string; word: string }) =>
      [new Map<string, unknown>(Object.entries(item)).get(field)].flat().includes(word);
    return items.filter((item) => others.every((one) => holds(item, one))).slice(0, size);
  }

  return {
    get,
    now,
    ids,
    change,
    remake,
    where,
    put: async (id, item) => void (await write(id, item, {})),
    create: async (id, item) => (await write(id, item, { op_type: "create" }, [409])) !== 409,
    remove,
    find,
  };
}
