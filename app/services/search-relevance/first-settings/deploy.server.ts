import { flattenMapping, type MappingField } from "~/lib/data/documents/mapping-fields";
import { type ChangedBy, change } from "~/services/platform/changes/change.server";
import type { Changed } from "~/services/platform/changes/types";
import { readIndexDefinition } from "../deploy/index-definition.server";
import type { IndexDefinition } from "../deploy/index-definition";
import { languageIn } from "../deploy/pending-index-changes";
import { addVersion, lastVersion } from "../deploy/versions.server";
import { sectionsWith } from "../declared";
import { changesOf, differing } from "../draft/draft";
import { getRelevance, type RelevanceSettings, toSaveRelevance } from "../settings.server";
import type { Role } from "~/lib/search-relevance/field-roles";
import { guessRoles } from "./roles";
import { type FoundLanguage, languageOfTexts } from "./language.server";
import { sampleValues } from "./sample.server";
import { type FirstSettings, firstSettings } from "./settings";

/** Why an index gets no first settings, in a sentence. */
export const NOT_OFFERED = "This server has no search settings.";
export const HAS_SETTINGS = "The index already has search settings, which were kept.";
export const NOTHING_TO_SEARCH = "The index has no text to search.";

/** What would be deployed to an index that has no settings yet. */
export type FirstDeploy = {
  stored: RelevanceSettings;
  settings: FirstSettings;
  fields: MappingField[];
  roles: ReadonlyMap<string, Role>;
  /** Values of the fields in some documents; empty where all roles were given. */
  values: ReadonlyMap<string, readonly string[]>;
};

/** The language that an index is analyzed for; the universal one says nothing of its texts. */
export const analyzedLanguage = ({ analysis }: Pick<IndexDefinition, "analysis">): string =>
  languageIn(analysis)?.language ?? "universal";

/**
 * The first settings of an index, by the given roles; those of other fields are guessed from documents. A sentence where
 * there is nothing to deploy. Throws BackendError.
 */
export async function readFirstDeploy(
  { http }: Pick<ChangedBy, "http">,
  index: string,
  { roles: given }: { roles: ReadonlyMap<string, Role> },
): Promise<FirstDeploy | { left: string }> {
  const stored = await getRelevance({ http }, index);
  if (stored === null) return { left: NOT_OFFERED };
  if (stored.saved) return { left: HAS_SETTINGS };
  const make = await readIndexDefinition({ http }, index);
  const fields = flattenMapping(make.mapping);
  const isKnown = fields.every(({ path }) => given.has(path));
  const values = isKnown ? new Map<string, string[]>() : await sampleValues({ http }, { index, fields });
  const sampled = fields.map(({ path, type }) => ({ path, type, values: values.get(path) ?? [] }));
  const roles = new Map([...(isKnown ? [] : guessRoles(sampled)), ...given]);
  const settings = firstSettings({ fields, roles, language: analyzedLanguage(make) });
  return settings.searched.length === 0 ? { left: NOTHING_TO_SEARCH } : { stored, settings, fields, roles, values };
}

/** The language of the texts that were looked at; null where it cannot be told. */
export async function languageOf({
  roles,
  values,
}: Pick<FirstDeploy, "roles" | "values">): Promise<FoundLanguage | null> {
  const texts = [...values].flatMap(([path, of]) => (["title", "text"].includes(roles.get(path) ?? "") ? of : []));
  return languageOfTexts(texts);
}

/**
 * Deploys them as a version, as the deploy of a draft does: through the change log, with undo. The index has not to be
 * re-indexed for them, and drafts stay. Throws BackendError, 409 where there are settings by now.
 */
export async function deployFirst(
  by: ChangedBy,
  index: string,
  { stored, settings }: Pick<FirstDeploy, "stored" | "settings">,
): Promise<{ version: number; changed: Changed<string> }> {
  const values = differing(stored.record, settings.values);
  const sections = sectionsWith(stored.record, values);
  const changed = await change(by, toSaveRelevance({ index, before: stored, sections }));
  const now = (await getRelevance(by, index)) ?? stored;
  const last = lastVersion(by, index);
  const version =
    last?.recordVersion === now.version
      ? last.number
      : addVersion(by, index, {
          stored: now,
          note: "First settings",
          changes: changesOf(stored.record, values),
          wishes: values,
          made: null,
        });
  return { version, changed };
}
