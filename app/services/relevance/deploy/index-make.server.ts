import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/json";
import * as z from "zod";
import { apiPath } from "~/services/http/path";
import { getMapping } from "~/services/mappings/get.server";
import { versionOf } from "~/services/suggestions/preferences.server";
import type { Scope } from "~/session/scope.server";
import type { IndexMake } from "./index-make";

export type { IndexMake } from "./index-make";

const object = z.custom<JsonObject>(isJsonObject);
const settingsSchema = z.record(z.string(), z.looseObject({ settings: z.looseObject({ index: object }) }));
const objectOf = (value: JsonValue | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});

/** What an index is made of: its mapping and its analysis; of an alias that of the index behind it. Throws BackendError. */
export async function readMake(scope: Pick<Scope, "http">, index: string): Promise<IndexMake> {
  const [mapping, answer] = await Promise.all([
    getMapping(scope, index),
    scope.http.call({ path: apiPath`/${index}/_settings`, query: { flat_settings: false }, schema: settingsSchema }),
  ]);
  const of = (answer[index] ?? Object.values(answer)[0])?.settings.index ?? {};
  const analysis = objectOf(of["analysis"]);
  // An engine allows one length more where nothing is set.
  const maxNgramDiff = Number(of["max_ngram_diff"] ?? 1) || 1;
  return { mapping, analysis, maxNgramDiff, version: versionOf(stringifyJson({ mapping, analysis, maxNgramDiff })) };
}
