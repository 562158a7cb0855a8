import type { JsonObject } from "@common/json";
import * as z from "zod";
import type { Scope } from "~/scope.server";
import { apiPath } from "~/services/http/path";
import { forgetIndexNames } from "./list.server";

// Nothing of these answers is used; 2xx is what counts.
const anyAnswer = z.unknown();

export type NewIndex = { name: string; shards: number; replicas: number; settings?: JsonObject; mappings?: JsonObject };

/** Makes an index. Shards and replicas of `settings` win over the two numbers. Throws BackendError: 400 when the name is taken or the engine refuses. */
export async function createIndex(scope: Scope, { name, shards, replicas, settings, mappings }: NewIndex) {
  const json = { settings: { number_of_shards: shards, number_of_replicas: replicas, ...settings }, ...(mappings ? { mappings } : {}) };
  await scope.http.call({ method: "PUT", path: apiPath`/${name}`, json, schema: anyAnswer });
  forgetIndexNames(scope);
}

/** Deletes an index with all that is in it. The engine wants the concrete name, never an alias. Throws BackendError. */
export async function deleteIndex(scope: Scope, { index }: { index: string }) {
  await scope.http.call({ method: "DELETE", path: apiPath`/${index}`, schema: anyAnswer });
  forgetIndexNames(scope);
}

/** Opens or closes an index; a closed one keeps its data and answers nothing. Throws BackendError. */
export async function setIndexOpen(scope: Scope, { index, open }: { index: string; open: boolean }) {
  await scope.http.call({ method: "POST", path: open ? apiPath`/${index}/_open` : apiPath`/${index}/_close`, schema: anyAnswer });
}
