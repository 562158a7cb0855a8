import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { listIndices } from "~/services/indices/list.server";
import type { Scope } from "~/session/scope.server";

/**
 * What an alias has of its own, as the engine shows it: filter, index_routing, search_routing, is_write_index,
 * is_hidden.
 */
export type AliasDefinition = JsonObject;
/** The indices behind an alias, by their concrete names. */
export type AliasMembers = Record<string, AliasDefinition>;

const definition = z.custom<AliasDefinition>((value) => isJsonObject(value)).catch({});
const answerSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), definition).default({}) }));

/** More indices than this of somebody who is held to them are not asked one by one. */
const MOST_ASKED = 50;

/** The aliases of one index, by its concrete name. Throws BackendError. */
export async function aliasesOf(
  { http }: { http: BackendClient },
  index: string,
): Promise<Record<string, AliasDefinition>> {
  const answer = await http.call({ path: apiPath`/${index}/_alias`, schema: answerSchema });
  // A re-indexed index may answer under the name that it stands for.
  return Object.values(answer)[0]?.aliases ?? {};
}

/**
 * All aliases that the user may see, by name: those of all indices, or of the indices that he is held to. Throws
 * BackendError.
 */
export async function listAliasMembers(scope: Pick<Scope, "http" | "identity">): Promise<Map<string, AliasMembers>> {
  const byIndex = scope.identity.heldTo === null ? await everything(scope) : await heldOnes(scope);
  const byAlias = new Map<string, AliasMembers>();
  for (const [index, aliases] of byIndex)
    for (const [alias, found] of Object.entries(aliases)) byAlias.set(alias, { ...byAlias.get(alias), [index]: found });
  return byAlias;
}

type ByIndex = [index: string, aliases: Record<string, AliasDefinition>][];

async function everything({ http }: Pick<Scope, "http">): Promise<ByIndex> {
  const answer = await http.call({ path: "/_alias", schema: answerSchema });
  return Object.entries(answer).map(([index, { aliases }]) => [index, aliases]);
}

async function heldOnes(scope: Pick<Scope, "http" | "identity">): Promise<ByIndex> {
  const rows = (await listIndices(scope)).slice(0, MOST_ASKED);
  return Promise.all(rows.map(async ({ index }): Promise<ByIndex[number]> => [index, await aliasesOf(scope, index)]));
}

/** What somebody has seen of aliases, as a word that is another one as soon as it changes. */
export const wordOf = (seen: JsonValue) => contentHash(stringifyJson(seen));
