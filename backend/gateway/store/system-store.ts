import * as z from "zod";
import type { Engine } from "../../engine/port";
import { callEngine } from "./engine-client";

/** How long a record that was read may be answered from memory, in ms. Several gateways may share one engine. */
const FRESH = 2_000;
const CACHE_SIZE = 5_000;

const GetSchema = z.object({ found: z.boolean(), _source: z.unknown() });
const SearchSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.unknown() })) }) });

type StoreOptions<Item> = {
  engine: Engine;
  /** Name of the hidden system index, e.g. `.users`. */
  index: string;
  /** Fields that are searched, with their mapping; everything else is only stored. */
  properties: Record<string, unknown>;
  schema: z.ZodType<Item>;
};

/** Records of one kind, kept as documents of a hidden system index. */
export type SystemStore<Item> = {
  /** Makes the index unless it is there. */
  prepare: () => Promise<void>;
  /** One record by id, at most two seconds old. */
  get: (id: string) => Promise<Item | null>;
  /** Writes a record; it can be found at once. */
  put: (id: string, item: Item) => Promise<void>;
  /** Removes a record; false where there was none. */
  remove: (id: string) => Promise<boolean>;
  /** Records that match an Elasticsearch query, at most `size`. */
  find: (query: unknown, size: number) => Promise<Item[]>;
};

/** A store over the engine. Throws the engine's errors as the server's. */
export function createSystemStore<Item>({ engine, index, properties, schema }: StoreOptions<Item>): SystemStore<Item> {
  const cache = new Map<string, { at: number; item: Item | null }>();
  const path = (id: string) => `/${index}/_doc/${encodeURIComponent(id)}`;

  async function prepare(): Promise<void> {
    await prepareSystemIndex({ engine, index, properties });
  }

  // An admin may write any document into a system index: one that is no record is as good as none, and must not take the others with it.
  function readable(source: unknown): Item | null {
    const parsed = schema.safeParse(source);
    return parsed.success ? parsed.data : null;
  }

  async function get(id: string): Promise<Item | null> {
    const known = cache.get(id);
    if (known && Date.now() - known.at < FRESH) return known.item;
    if (id === "" || Buffer.byteLength(id) > 512) return null;
    const { status, body } = await callEngine(engine, { method: "GET", path: path(id) }, [404]);
    const item = status === 404 ? null : readable(GetSchema.parse(body)._source);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(id, { at: Date.now(), item });
    return item;
  }

  async function put(id: string, item: Item): Promise<void> {
    await callEngine(engine, { method: "PUT", path: path(id), query: { refresh: "true" }, body: item });
    cache.delete(id);
  }

  async function remove(id: string): Promise<boolean> {
    const { status } = await callEngine(engine, { method: "DELETE", path: path(id), query: { refresh: "true" } }, [404]);
    cache.delete(id);
    return status !== 404;
  }

  async function find(query: unknown, size: number): Promise<Item[]> {
    const { body } = await callEngine(engine, { method: "POST", path: `/${index}/_search`, body: { query, size } });
    return SearchSchema.parse(body).hits.hits.flatMap((hit) => readable(hit._source) ?? []);
  }

  return { prepare, get, put, remove, find };
}

/** Makes a hidden index with a closed mapping: only `properties` are searched, whatever documents hold. */
export async function prepareSystemIndex({
  engine,
  index,
  properties,
  aliases,
}: {
  engine: Engine;
  index: string;
  properties: Record<string, unknown>;
  aliases?: Record<string, unknown>;
}): Promise<void> {
  const settings = { index: { hidden: true, number_of_shards: 1, auto_expand_replicas: "0-1" } };
  const { status } = await callEngine(engine, { method: "HEAD", path: `/${index}` }, [404]);
  if (status !== 404) return;
  const body = { settings, mappings: { dynamic: false, properties }, ...(aliases ? { aliases } : {}) };
  // Two gateways that start at once may both try: the second is told that it exists (400).
  await callEngine(engine, { method: "PUT", path: `/${index}`, body }, [400]);
}
