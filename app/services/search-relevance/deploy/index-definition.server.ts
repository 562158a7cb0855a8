import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import { settle } from "~/services/platform/http/settle.server";
import { apiPath } from "~/services/platform/http/path";
import { getMapping } from "~/services/indices/mappings/get.server";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import type { Scope } from "~/session/scope.server";
import { comparable } from "../composition/comparable";
import type { IndexDefinition } from "./index-definition";

export type { IndexDefinition } from "./index-definition";

const object = z.custom<JsonObject>(isJsonObject);
const settingsSchema = z.record(z.string(), z.looseObject({ settings: z.looseObject({ index: object }) }));
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

type Calls = Pick<Scope, "http">;

/** Mapping and analysis of an index; of an alias those of the index behind it. Throws BackendError. */
export async function readIndexDefinition(scope: Calls, index: string): Promise<IndexDefinition> {
  const [mapping, answer] = await Promise.all([getMapping(scope, index), readSettings(scope, index)]);
  return makeOf(mapping, { answer, index });
}

/**
 * The mapping of an index and, where its settings can be read, its analysis too. Throws BackendError where the mapping
 * cannot be read.
 */
export async function readMapped(
  scope: Calls,
  index: string,
): Promise<{ mapping: JsonObject; make: IndexDefinition | null }> {
  const [mapping, settings] = await Promise.all([getMapping(scope, index), settle(readSettings(scope, index))]);
  return { mapping, make: settings.ok ? makeOf(mapping, { answer: settings.value, index }) : null };
}

const readSettings = ({ http }: Calls, index: string) =>
  http.call({ path: apiPath`/${index}/_settings`, query: { flat_settings: false }, schema: settingsSchema });

function makeOf(
  mapping: JsonObject,
  { answer, index }: { answer: z.output<typeof settingsSchema>; index: string },
): IndexDefinition {
  const of = (answer[index] ?? Object.values(answer)[0])?.settings.index ?? {};
  const analysis = objectOf(of["analysis"]);
  // An engine allows one length more where nothing is set.
  const maxNgramDiff = Number(of["max_ngram_diff"] ?? 1) || 1;
  return { mapping, analysis, maxNgramDiff, version: contentHash(comparable({ mapping, analysis, maxNgramDiff })) };
}
