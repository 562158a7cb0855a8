import * as z from "zod";
import { listFields } from "~/services/indices/mappings/get.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import { getSettings } from "~/services/indices/settings/get.server";
import { settle } from "~/services/platform/http/settle.server";
import { readIndexDefinition } from "~/services/search-relevance/deploy/index-definition.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import type { Scope } from "~/session/scope.server";
import type { Synonym } from "./merge";
import { type SynonymUse, synonymUse } from "./use";

type Calls = Pick<Scope, "http">;

const listSchema = z
  .array(
    z
      .object({ _id: z.string(), synonym: z.string() })
      .transform(({ _id, synonym }): Synonym => ({ id: _id, expression: synonym })),
  )
  .nullable()
  .transform((list) => list ?? []);

/**
 * The synonyms kept for an index, by their text; null where the server keeps none for anything. Throws BackendError.
 */
export async function listSynonyms({ http }: Calls, index: string): Promise<Synonym[] | null> {
  const found = await whereOffered(http.call({ path: apiPath`/_synonyms/${index}`, schema: listSchema }));
  return found?.sort((a, b) => (a.expression < b.expression ? -1 : 1)) ?? null;
}

/** The setting of an index that has the synonyms its analyzers use. */
export const SYNONYMS_SETTING = "index.analysis.filter.synonym_graph.synonyms";

/** `closed`: the index is closed and says so in its settings: it stays closed when they are saved. */
export type Use = SynonymUse & { closed: boolean };

/**
 * How what is kept differs from what the searches of the index use. Throws BackendError where mapping or settings of
 * the index cannot be read.
 */
export async function readUse(
  scope: Pick<Scope, "http" | "can">,
  { index, kept }: { index: string; kept: readonly Synonym[] },
): Promise<Use> {
  const [{ mapping, analysis }, { closed }, relevance] = await Promise.all([
    readIndexDefinition(scope, index),
    getSettings(scope, index),
    scope.can("search-relevancy") ? settle(getRelevance(scope, index)) : null,
  ]);
  const record = relevance?.ok ? (relevance.value?.record ?? null) : null;
  return { ...synonymUse({ mapping, analysis, record, kept: kept.map(({ expression }) => expression) }), closed };
}

/** The text fields of an index, and those of them whose searches use no synonyms. Throws BackendError. */
export async function readTextFields({ http }: Calls, index: string): Promise<{ count: number; without: string[] }> {
  const texts = (await listFields({ http }, index)).filter(({ type }) => type === "text");
  return {
    count: texts.length,
    without: texts
      .filter(({ subFields }) => !subFields.some(({ name }) => name === "synonyms"))
      .map(({ path }) => path),
  };
}
