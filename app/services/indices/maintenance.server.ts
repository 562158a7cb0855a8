import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import { apiPath } from "~/services/platform/http/path";

/** What keeps an index in order and changes nothing that is in it. */
export type Tending = "refresh" | "merge" | "clear";

const shardsSchema = z.object({ _shards: z.object({ failed: z.number() }) });

/** A merge of a large index; the call ends with it. */
const MERGE_MS = 10 * 60_000;

const calls = {
  refresh: { verb: "refresh", path: (name: string) => apiPath`/${name}/_refresh` },
  merge: { verb: "merge", path: (name: string) => apiPath`/${name}/_forcemerge` },
  clear: { verb: "clear", path: (name: string) => apiPath`/${name}/_cache/clear` },
} as const;

/** Refreshes an index, merges its segments into one, or clears its caches. */
export function toMaintainIndex({ name, tending }: { name: string; tending: Tending }): Change<void> {
  const { verb, path } = calls[tending];
  return {
    resource: { kind: "index", id: name, index: name },
    verb,
    noun: tending === "clear" ? "index cache" : "index",
    right: "indices:write",
    request: {
      method: "POST",
      path: path(name),
      ...(tending === "merge" ? { query: { max_num_segments: 1 }, timeout: MERGE_MS } : {}),
    },
    read: ({ body, failed }) => {
      const found = shardsSchema.safeParse(body);
      if (!found.success) throw failed("malformed");
    },
  };
}
