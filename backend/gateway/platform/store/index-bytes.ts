import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { callEngine } from "./engine-client";

const StatsSchema = z.object({
  _all: z.object({
    primaries: z.object({
      docs: z.object({ count: z.number(), deleted: z.number() }),
      store: z.object({ size_in_bytes: z.number() }),
    }),
  }),
});

/**
 * Bytes of an index, or of those behind an alias, without those of documents that are deleted and still lie there.
 * Throws the engine's errors. The share is taken of stored documents, so those that are nested count on both sides.
 */
export async function bytesOf(engine: Engine, index: string): Promise<number> {
  const { docs, store } = StatsSchema.parse(
    (await callEngine(engine, { method: "GET", path: `/${index}/_stats/docs,store` })).body,
  )._all.primaries;
  return docs.count === 0 ? 0 : (store.size_in_bytes / (docs.count + docs.deleted)) * docs.count;
}
