// What a draft wishes of the index itself, which no record of settings holds. Pure.
import { isJsonObject, type JsonObject } from "@common/text/json";
import { SCHEMA_KEY } from "../schema/schema-draft";
import type { SettingChange } from "./setting-change";

/** The index is re-indexed for the settings that are stored: those were saved, and the index was not. */
export const REINDEX_KEY = "index.reindex";
/**
 * Each text field has the sub-field that searches use synonyms by (true); with `DOCUMENTS` they are indexed again, for
 * they were with the synonyms in them.
 */
export const SYNONYMS_KEY = "index.synonyms";
export const DOCUMENTS = "documents";
/** Parts of an analysis that the index is to have besides: those of a version that it lost. */
export const ANALYSIS_KEY = "index.analysis";

const OWN = [SCHEMA_KEY, SYNONYMS_KEY, ANALYSIS_KEY];
const pick = (values: JsonObject, isPicked: (key: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isPicked(key)));

/** Whether a key of a draft is such a wish. */
export const isPendingIndexChange = (key: string) => key === REINDEX_KEY || OWN.includes(key);
/** The wishes of a draft's values that say themselves what is to be done. */
export const wishesIn = (values: JsonObject): JsonObject => pick(values, (key) => OWN.includes(key));
/** The values without them. */
export const withoutWishes = (values: JsonObject): JsonObject => pick(values, (key) => !OWN.includes(key));

/** The parts of an analysis that a draft brings back; null for none. */
export function analysisWished(values: JsonObject): JsonObject | null {
  const wished = values[ANALYSIS_KEY];
  return wished !== undefined && isJsonObject(wished) ? wished : null;
}

const line = { group: "Index", effect: "re-index" } as const;

/** Their lines of the review, but those of fields. */
export function indexLines(values: JsonObject): SettingChange[] {
  const analyzers = analysisWished(values)?.["analyzer"];
  const names = analyzers !== undefined && isJsonObject(analyzers) ? Object.keys(analyzers) : [];
  const again = {
    ...line,
    key: REINDEX_KEY,
    setting: "Documents indexed for the published settings",
    field: null,
    old: "Not yet",
    new: "All",
  };
  const ofSynonyms = { ...line, group: "Synonyms", key: SYNONYMS_KEY, field: null };
  const synonyms =
    values[SYNONYMS_KEY] === DOCUMENTS
      ? { ...ofSynonyms, setting: "Documents indexed without synonyms", old: "Not yet", new: "All" }
      : { ...ofSynonyms, setting: "Text fields with the sub-field of synonyms", old: "Not all", new: "All" };
  return [
    ...(values[REINDEX_KEY] === true ? [again] : []),
    ...(values[SYNONYMS_KEY] !== undefined ? [synonyms] : []),
    ...names.map((field) => ({
      ...line,
      key: ANALYSIS_KEY,
      setting: "Analyzer",
      field,
      old: "Not there, or another",
      new: "As it was",
    })),
  ];
}
