import * as z from "zod";
import { listFields } from "~/services/mappings/get.server";
import { whereOffered } from "~/services/http/not-offered.server";
import { apiPath } from "~/services/http/path";
import { getSettings } from "~/services/settings/get.server";
import type { Scope } from "~/session/scope.server";
import { meaningOf } from "./groups";
import type { Synonym } from "./merge";

type Calls = Pick<Scope, "http">;

const listSchema = z
  .array(z.object({ _id: z.string(), synonym: z.string() }).transform(({ _id, synonym }): Synonym => ({ id: _id, expression: synonym })))
  .nullable()
  .transform((list) => list ?? []);

/** The synonyms kept for an index, by their text; null where the server keeps none for anything. Throws BackendError. */
export async function listSynonyms({ http }: Calls, index: string): Promise<Synonym[] | null> {
  const found = await whereOffered(http.call({ path: apiPath`/_synonyms/${index}`, schema: listSchema }));
  return found?.sort((a, b) => (a.expression < b.expression ? -1 : 1)) ?? null;
}

/** The setting of an index that has the synonyms its analyzers use. */
export const SYNONYMS_SETTING = "index.analysis.filter.synonym_graph.synonyms";

export type Use = {
  /** Kept and not in use, and in use and no longer kept. */
  missing: number;
  extra: number;
  /** The index is closed and says so in its settings: it stays closed when they are saved. */
  closed: boolean;
};

/** How what is kept differs from what the analysis of the index has. Throws BackendError. */
export async function readUse({ http }: Calls, { index, kept }: { index: string; kept: readonly Synonym[] }): Promise<Use> {
  const { set, closed } = await getSettings({ http }, index);
  const used = new Set([set[SYNONYMS_SETTING] ?? []].flat().map(meaningOf));
  const listed = new Set(kept.map(({ expression }) => meaningOf(expression)));
  return { missing: [...listed].filter((one) => !used.has(one)).length, extra: [...used].filter((one) => !listed.has(one)).length, closed };
}

/** The text fields of an index, and those of them whose searches use no synonyms. Throws BackendError. */
export async function readTextFields({ http }: Calls, index: string): Promise<{ count: number; without: string[] }> {
  const texts = (await listFields({ http }, index)).filter(({ type }) => type === "text");
  return { count: texts.length, without: texts.filter(({ subFields }) => !subFields.some(({ name }) => name === "synonyms")).map(({ path }) => path) };
}
