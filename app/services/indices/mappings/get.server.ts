import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { flattenMapping, type MappingField } from "~/lib/data/documents/mapping-fields";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const answerSchema = z.custom<JsonObject>((value) => isJsonObject(value));

/**
 * The mapping of an index: `{ properties, dynamic?, … }`. Behind an alias the answer is keyed by the concrete name, so
 * the index asked for is taken, else the first one. Throws BackendError.
 */
export async function getMapping({ http }: Pick<Scope, "http">, index: string): Promise<JsonObject> {
  const answer = await http.call({ path: apiPath`/${index}/_mapping`, schema: answerSchema });
  const found = answer[index] ?? Object.values(answer)[0];
  if (!isJsonObject(found)) return {};
  return isJsonObject(found["mappings"]) ? found["mappings"] : {};
}

/** The fields of an index, flat. Throws BackendError. */
export async function listFields(scope: Pick<Scope, "http">, index: string): Promise<MappingField[]> {
  return flattenMapping(await getMapping(scope, index));
}

/** The names of the fields of several indices, in order. Throws BackendError. */
export async function listFieldNames({ http }: Pick<Scope, "http">, indices: readonly string[]): Promise<string[]> {
  const answer = await http.call({ path: apiPath`/${indices.join(",")}/_mapping`, schema: answerSchema });
  const mappings = Object.values(answer).map((one) =>
    isJsonObject(one) && isJsonObject(one["mappings"]) ? one["mappings"] : {},
  );
  return [...new Set(mappings.flatMap((mapping) => flattenMapping(mapping).map(({ path }) => path)))].sort();
}
