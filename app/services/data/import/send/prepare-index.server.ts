import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { forgetIndexNames } from "~/services/platform/changes/kept-names.server";
import { doneSchema } from "~/services/platform/http/done.server";
import type { JsonObject } from "@common/text/json";
import { searchableIndex } from "~/services/search-relevance/first-settings/definition";
import type { Role } from "~/lib/search-relevance/field-roles";
import { withParts } from "~/services/search-relevance/composition/parts";
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
    autosuggest_analyzer: {
      type: "custom",
      tokenizer: "standard",
      filter: ["lowercase", "asciifolding", "autosuggest_filter"],
    },
    ngram_analyzer: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding", "ngram_filter"] },
    universal_delimiter_analyzer: {
      type: "custom",
      tokenizer: "keyword",
      filter: ["lowercase", "asciifolding", "word_delimiter"],
    },
  },
  filter: {
    autosuggest_filter: {
      type: "edge_ngram",
      min_gram: "1",
      max_gram: "20",
      token_chars: ["letter", "digit", "punctuation", "symbol"],
    },
    ngram_filter: {
      type: "ngram",
      min_gram: "2",
      max_gram: "3",
      token_chars: ["letter", "digit", "punctuation", "symbol"],
    },
  },
};

type Prepare = {
  scope: InApp;
  fields: FieldPlan[];
  existing: Map<string, ExistingField> | null;
  /** The language that a new index is analyzed for, with what searches of it look into; null for neither. */
  language?: string | null;
};

/**
 * Makes the index with the plan's mapping, or adds the fields that it lacks. `existing` null means that there is none.
 * False where the engine lacks the analyzer of the language: the index is created without it. Throws BackendError with the
 * engine's own words where it refuses.
 */
export async function prepareIndex({ scope, fields, existing, language = null }: Prepare): Promise<boolean> {
  const { http, app } = scope;
  const properties = planMapping({ fields, existing: existing ?? new Map<string, ExistingField>() });
  if (existing !== null) {
    if (Object.keys(properties).length > 0)
      await http.call({ method: "PUT", path: apiPath`/${app}/_mapping`, json: { properties }, schema: doneSchema });
    return true;
  }
  const roles = new Map(fields.flatMap(({ name, role }): [string, Role][] => (role ? [[name, role]] : [])));
  const plain = { properties, analysis: {} };
  const tries = language === null ? [plain] : [searchableIndex(properties, { roles, language }), plain];
  for (const [at, made] of tries.entries()) {
    try {
      await createIndex({ http, app }, made);
      forgetIndexNames(scope);
      return at === 0;
    } catch (error) {
      if (!isBackendError(error, 400) || at === tries.length - 1) throw error;
    }
  }
  return false;
}

type Made = { properties: JsonObject; analysis: JsonObject };

async function createIndex({ http, app }: Pick<InApp, "http" | "app">, { properties, analysis: own }: Made) {
  const create = (parts: JsonObject) =>
    http.call({
      method: "PUT",
      path: apiPath`/${app}`,
      json: {
        ...(Object.keys(parts).length > 0 && { settings: { analysis: parts } }),
        mappings: { properties },
      },
      schema: doneSchema,
    });
  try {
    await create(own);
  } catch (error) {
    if (!isBackendError(error, 400) || !/analyzer \[/.test(error.message)) throw error;
    await create(withParts(analysis, own));
  }
}
