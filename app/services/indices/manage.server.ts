import type { JsonObject } from "@common/json";
import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { apiPath } from "~/services/http/path";
import { forgetIndexNames } from "./list.server";

/** What engines answer to a change of an index. Anything else with a 200 comes from something that is no search server. */
export const doneSchema = z.union([z.object({ acknowledged: z.literal(true) }), z.object({ message: z.string() })]);

export type NewIndex = { name: string; shards: number; replicas: number; settings?: JsonObject; mappings?: JsonObject };

/** Makes an index. Shards and replicas of `settings` win over the two numbers. Throws BackendError: 400 when the name is taken or the engine refuses. */
export async function createIndex(scope: Scope, { name, shards, replicas, settings, mappings }: NewIndex) {
  const json = { settings: { number_of_shards: shards, number_of_replicas: replicas, ...settings }, ...(mappings ? { mappings } : {}) };
  await scope.http.call({ method: "PUT", path: apiPath`/${name}`, json, schema: doneSchema });
  forgetIndexNames(scope);
}

/** Deletes an index with all that is in it. The engine wants the concrete name, never an alias. Throws BackendError. */
export async function deleteIndex(scope: Scope, { index }: { index: string }) {
  await scope.http.call({ method: "DELETE", path: apiPath`/${index}`, schema: doneSchema });
  forgetIndexNames(scope);
}

/** Opens or closes an index; a closed one keeps its data and answers nothing. Throws BackendError. */
export async function setIndexOpen(scope: Scope, { index, open }: { index: string; open: boolean }) {
  await scope.http.call({ method: "POST", path: open ? apiPath`/${index}/_open` : apiPath`/${index}/_close`, schema: doneSchema });
}
