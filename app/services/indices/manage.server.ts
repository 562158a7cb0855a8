import type { JsonObject } from "@common/text/json";
import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";

export type NewIndex = { name: string; shards: number; replicas: number; settings?: JsonObject; mappings?: JsonObject };

const rowsSchema = z.array(z.object({ status: z.string() }));

async function isThere(http: BackendClient, name: string): Promise<boolean> {
  try {
    await http.send({ path: apiPath`/${name}/_settings` });
    return true;
  } catch (error) {
    if (isBackendError(error, 404)) return false;
    throw error;
  }
}

const indexResource = (name: string) => ({ kind: "index", id: name, index: name });

/**
 * Creates an index. Shards and replicas of `settings` win over the two numbers. Answers 400 when the name is taken or
 * the engine refuses.
 */
export function toCreateIndex({ name, shards, replicas, settings, mappings }: NewIndex): Change<void> {
  const json = {
    settings: { number_of_shards: shards, number_of_replicas: replicas, ...settings },
    ...(mappings ? { mappings } : {}),
  };
  return {
    resource: indexResource(name),
    verb: "create",
    noun: "index",
    right: "indices:write",
    request: { method: "PUT", path: apiPath`/${name}`, json },
    after: json,
    read: requireDone,
    stored: async (http) => ((await isThere(http, name)) ? json : null),
    undo: () => ({ kind: "delete-empty-index", value: { name } }),
  };
}

/** Deletes an index with all that is in it. The engine wants the concrete name `index`, never the alias `name`. */
export function toDeleteIndex({
  name,
  index,
  documents,
}: {
  name: string;
  index: string;
  documents?: number | null;
}): Change<void> {
  return {
    resource: indexResource(name),
    verb: "delete",
    noun: "index",
    right: "indices:write",
    request: { method: "DELETE", path: apiPath`/${index}` },
    read: requireDone,
    summary: () =>
      documents === undefined || documents === null ? undefined : `${documents.toLocaleString("en")} documents`,
  };
}

/** Opens or closes an index; a closed one keeps its data and answers nothing. */
export function toSetIndexOpen({ name, open }: { name: string; open: boolean }): Change<void> {
  return {
    resource: indexResource(name),
    verb: open ? "open" : "close",
    noun: "index",
    right: "indices:write",
    request: { method: "POST", path: open ? apiPath`/${name}/_open` : apiPath`/${name}/_close` },
    before: { open: !open },
    after: { open },
    read: requireDone,
    async stored(http) {
      const [row] = await http.call({
        path: apiPath`/_cat/indices/${name}`,
        query: { format: "json", expand_wildcards: "all" },
        schema: rowsSchema,
      });
      return row === undefined ? null : { open: row.status === "open" };
    },
    undo: () => ({ kind: "set-index-open", value: { name, open: !open } }),
  };
}
