import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { apiPath } from "~/services/http/path";
import { forgetIndexNames } from "~/services/indices/list.server";
import { doneSchema } from "~/services/http/done.server";
import type { JsonObject } from "@common/json";
import { existingFields, planMapping, propertiesOf, type ExistingField } from "../shape/mapping.server";
import type { FieldPlan } from "../types";

type InApp = Pick<Scope, "http" | "session"> & { app: string };

/** The fields that an index has; null when there is no such index yet. Throws BackendError. */
export async function getExistingFields({ http, app }: InApp): Promise<Map<string, ExistingField> | null> {
  try {
    const { body } = await http.send({ path: apiPath`/${app}/_mapping` });
    return existingFields(body === undefined ? undefined : propertiesOf({ reply: body, index: app }));
  } catch (error) {
    if (isBackendError(error, 404)) return null;
    throw error;
  }
}

// What the client of the contract (30, 1.10) sends when a server does not bring these analyzers by its template.
const analysis: JsonObject = {
  analyzer: {
    autosuggest_analyzer: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding", "autosuggest_filter"] },
    ngram_analyzer: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding", "ngram_filter"] },
    universal_delimiter_analyzer: { type: "custom", tokenizer: "keyword", filter: ["lowercase", "asciifolding", "word_delimiter"] },
  },
  filter: {
    autosuggest_filter: { type: "edge_ngram", min_gram: "1", max_gram: "20", token_chars: ["letter", "digit", "punctuation", "symbol"] },
    ngram_filter: { type: "ngram", min_gram: "2", max_gram: "3", token_chars: ["letter", "digit", "punctuation", "symbol"] },
  },
};

/**
 * Makes the index with the plan's mapping, or adds the fields that it lacks. `existing` null means that there is none.
 * Throws BackendError with the engine's own words where it refuses.
 */
export async function prepareIndex({
  scope,
  fields,
  existing,
}: {
  scope: InApp;
  fields: FieldPlan[];
  existing: Map<string, ExistingField> | null;
}): Promise<void> {
  const { http, app } = scope;
  const properties = planMapping({ fields, existing: existing ?? new Map<string, ExistingField>() });
  if (existing !== null) {
    if (Object.keys(properties).length > 0) await http.call({ method: "PUT", path: apiPath`/${app}/_mapping`, json: { properties }, schema: doneSchema });
    return;
  }
  try {
    await http.call({ method: "PUT", path: apiPath`/${app}`, json: { mappings: { properties } }, schema: doneSchema });
  } catch (error) {
    if (!isBackendError(error, 400) || !/analyzer \[/.test(error.message)) throw error;
    await http.call({ method: "PUT", path: apiPath`/${app}`, json: { settings: { analysis }, mappings: { properties } }, schema: doneSchema });
  }
  forgetIndexNames(scope);
}
