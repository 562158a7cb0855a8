import * as z from "zod";
import type { Engine } from "../../engine/port";
import { callEngine } from "./engine-client";
import { createShortMemory } from "./short-memory";
import type { SystemIndex } from "./system-indices";

const GetSchema = z.object({ found: z.boolean(), _source: z.unknown() });
const SearchSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.unknown() })) }) });

/** Records of one kind, kept as documents of a hidden system index. */
export type SystemStore<Item> = {
  /** One record by id, at most half a second old. */
  get: (id: string) => Promise<Item | null>;
  /** Writes a record; it can be found at once. */
  put: (id: string, item: Item) => Promise<void>;
  /** Writes a record unless there is one of this id; false where there is. */
  create: (id: string, item: Item) => Promise<boolean>;
  /** Removes a record; false where there was none. */
  remove: (id: string) => Promise<boolean>;
  /** Records that match an Elasticsearch query, at most `size`. */
  find: (query: unknown, size: number) => Promise<Item[]>;
};

/** A store over the engine. Throws the engine's errors as the server's. */
export function createSystemStore<Item>({ engine, index, schema }: { engine: Engine; index: SystemIndex; schema: z.ZodType<Item> }): SystemStore<Item> {
  const memory = createShortMemory({ read });
  const path = (id: string) => `/${index.name}/_doc/${encodeURIComponent(id)}`;

  // An admin may write any document into a system index: one that is no record is as good as none, and must not take the others with it.
  function readable(source: unknown): Item | null {
    const parsed = schema.safeParse(source);
    return parsed.success ? parsed.data : null;
  }

  async function read(id: string): Promise<Item | null> {
    const { status, body } = await callEngine(engine, { method: "GET", path: path(id) }, [404]);
    return status === 404 ? null : readable(GetSchema.parse(body)._source);
  }

  async function get(id: string): Promise<Item | null> {
    return id === "" || Buffer.byteLength(id) > 512 ? null : memory.get(id);
  }

  // Forgotten after the write, and whatever came of it: a write that was cut short may have been done.
  async function write(id: string, item: Item, query: Record<string, string>, accept: readonly number[] = []): Promise<number> {
    try {
      return (await callEngine(engine, { method: "PUT", path: path(id), query: { refresh: "true", ...query }, body: item }, accept)).status;
    } finally {
      memory.forget(id);
    }
  }

  async function remove(id: string): Promise<boolean> {
    try {
      const { status } = await callEngine(engine, { method: "DELETE", path: path(id), query: { refresh: "true" } }, [404]);
      return status !== 404;
    } finally {
      memory.forget(id);
    }
  }

  async function find(query: unknown, size: number): Promise<Item[]> {
    const { body } = await callEngine(engine, { method: "POST", path: `/${index.name}/_search`, body: { query, size } });
    return SearchSchema.parse(body).hits.hits.flatMap((hit) => readable(hit._source) ?? []);
  }

  return {
    get,
    put: async (id, item) => void (await write(id, item, {})),
    create: async (id, item) => (await write(id, item, { op_type: "create" }, [409])) !== 409,
    remove,
    find,
  };
}
