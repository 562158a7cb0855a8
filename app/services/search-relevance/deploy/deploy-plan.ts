// What a deploy does, reckoned from what is stored, what the index is made of, and the draft. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { composeAnalysis, languageOf, ngramSpan } from "../composition/analysis";
import { comparable, isAlike } from "../composition/comparable";
import { withGramFields } from "../composition/grams";
import { withParts } from "../composition/parts";
import { type SubFieldWishes, withLanguageFields, withSynonymFields } from "../composition/mapping";
import { sectionsWith, simpleText } from "../declared";
import { INDEXED, SEARCHED, withoutSynonymSearch, withSynonymSearch } from "../composition/synonyms";
import {
  ANALYSIS_KEY,
  analysisWished,
  DOCUMENTS,
  isPendingIndexChange,
  REINDEX_KEY,
  SYNONYMS_KEY,
} from "../draft/pending-index-changes-of";
import type { IndexDefinition } from "./index-definition";
import { pendingIndexChanges, type Missing, notIndexed, sizesIn } from "./pending-index-changes";
import { removedFields, SCHEMA_KEY, schemaWishes, type SchemaWishes, wishedMapping } from "../schema/schema-draft";

export type DeployPlan = {
  /** What the settings are saved with; null where none changes. */
  sections: JsonObject | null;
  /** Fields that the mapping takes as the index is; null for none, and where it is re-indexed. */
  inPlace: JsonObject | null;
  /** What the index is re-indexed with, and the fields whose values its documents lose; null where it stays. */
  copy: { mappings: JsonObject; settings: JsonObject; exclude: string[] } | null;
};

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const ANALYZERS = new Set(["analyzer", "search_analyzer", "search_quote_analyzer"]);

/** Whether a draft touches what an index is made of: only then its make has to be read. */
export function touchesIndex(values: JsonObject): boolean {
  return (
    Object.keys(values).some(
      (key) =>
        key.startsWith("language.") ||
        key.startsWith("indexSettings.") ||
        (isPendingIndexChange(key) && key !== SCHEMA_KEY),
    ) || schemaWishes(values).size > 0
  );
}

/** The values of a draft without the sub-fields and analyzers that the index has already. */
export function openWishes(values: JsonObject, make: IndexDefinition): JsonObject {
  const done = [
    ...(values[SYNONYMS_KEY] === true && isAlike(withSynonymFields(make.mapping), make.mapping) ? [SYNONYMS_KEY] : []),
    ...(isAlike(withParts(make.analysis, analysisWished(values) ?? {}), make.analysis) ? [ANALYSIS_KEY] : []),
  ];
  return Object.fromEntries(Object.entries(values).filter(([key]) => !done.includes(key)));
}

/** What a deploy of a draft does. */
export function planDeploy({
  stored,
  make,
  draft,
}: {
  stored: { record: JsonObject };
  make: IndexDefinition;
  draft: { values: JsonObject };
}): DeployPlan {
  const { values } = draft;
  const sections = sectionsWith(stored.record, values);
  const record = { ...stored.record, ...sections };
  const fields = schemaWishes(values);
  const asked = touched(values, record, make);
  const wishes = pendingIndexChanges(record);
  const subFields = subFieldsOf(record, make, asked.language);
  const searched = new Set(Object.keys(objectOf(valueOfWeights(record))));

  let mapping = make.mapping;
  if (asked.language) mapping = withLanguageFields(mapping, wishes.language.language);
  if (asked.ngram) mapping = withGramFields(mapping, { subField: "search", on: wishes.ngram, searched });
  if (asked.autosuggest)
    mapping = withGramFields(mapping, { subField: "autosuggest", on: wishes.autosuggest, searched });
  if (values[SYNONYMS_KEY] !== undefined) mapping = withSynonymFields(mapping);
  const base = withParts(make.analysis, analysisWished(values) ?? {});
  const [added, changed] = [true, false].map(
    (isNew): SchemaWishes => new Map([...fields].filter(([, { from }]) => (from === null) === isNew)),
  );
  const rebuilt = wishedMapping(mapping, changed ?? new Map(), subFields);
  const whole = wishedMapping(rebuilt, added ?? new Map(), subFields);
  const analysis = keptAnalyzers(
    base,
    composeAnalysis(base, {
      ...(asked.language && { language: wishes.language }),
      ...(asked.ngram && wishes.ngram && wishes.ngramSizes && { ngram: wishes.ngramSizes }),
      ...(asked.autosuggest &&
        wishes.autosuggest &&
        wishes.autosuggestSizes && { autosuggest: wishes.autosuggestSizes }),
    }),
    whole,
  );

  const known = Object.keys(objectOf(make.analysis["analyzer"]));
  const composed = Object.keys(objectOf(analysis["analyzer"]));
  // An index whose synonyms are still as another client has them takes new fields as it has its own.
  const isOlder = known.includes(INDEXED) && !known.includes(SEARCHED);
  const more = additionsOf(whole, rebuilt);
  const additions = isOlder ? withoutSynonymSearch(more) : more;
  const lacks = [...namedAnalyzers(additions)].some((name) => composed.includes(name) && !known.includes(name));
  const sameAnalysis = comparableAnalysis(analysis) === comparableAnalysis(composeAnalysis(make.analysis, {}));
  // The mappings last: there may be thousands of fields.
  const copies = lacks || !sameAnalysis || values[SYNONYMS_KEY] === DOCUMENTS || !isAlike(rebuilt, make.mapping);
  const grams = sizesIn(analysis, "ngram_analyzer");
  return {
    sections: Object.keys(sections).length > 0 ? sections : null,
    inPlace: copies || Object.keys(additions).length === 0 ? null : additions,
    copy: copies
      ? {
          mappings: withSynonymSearch(whole),
          settings: {
            index: { analysis, max_ngram_diff: Math.max(make.maxNgramDiff, grams === null ? 1 : ngramSpan(grams)) },
          },
          exclude: excluded(fields),
        }
      : null,
  };
}

// Servers read a star as any name: values of other fields would be lost with those of one that is called so.
const excluded = (fields: SchemaWishes) => removedFields(fields).filter((path) => !path.includes("*"));

const valueOfWeights = (record: JsonObject): JsonObject => {
  const { dataField } = objectOf(record["search"]);
  return Object.fromEntries(Array.isArray(dataField) ? dataField.map((field) => [simpleText(field), true]) : []);
};

/** Which parts of the making a draft touches; one that asks for what was not indexed yet touches what lacks. */
function touched(values: JsonObject, record: JsonObject, make: IndexDefinition) {
  const missing = values[REINDEX_KEY] === true ? notIndexed(record, make) : [];
  const keys = Object.keys(values);
  const touches = (part: Missing["part"], ...starts: string[]) =>
    missing.some((one) => one.part === part) || keys.some((key) => starts.some((start) => key.startsWith(start)));
  return {
    language: touches("language", "language."),
    ngram: touches("ngram", "indexSettings.enableNgram", "indexSettings.ngram"),
    autosuggest: touches("autosuggest", "indexSettings.enableAutoSuggestion", "indexSettings.autosuggest"),
  };
}

/**
 * What sub-fields a text field gets that is added or changed: where the index was not indexed for the language of the
 * settings yet, that of its own.
 */
export function subFieldsOf(record: JsonObject, make: IndexDefinition, hasLanguage: boolean): SubFieldWishes {
  const { language, ngram, autosuggest } = pendingIndexChanges(record);
  const own = languageOf(make.analysis);
  // The template of new indices brings the universal analyzer to an index of any language.
  const isThere =
    hasLanguage ||
    (language.language in objectOf(make.analysis["analyzer"]) &&
      (language.language !== "universal" || own === "universal"));
  return {
    ngram,
    autosuggest: autosuggest || JSON.stringify(make.mapping).includes('"autosuggest":{'),
    synonyms: objectOf(record["synonyms"])["enabled"] !== false,
    language: isThere ? language.language : (own ?? null),
  };
}

/** The names of analyzers that a mapping has anywhere. */
function namedAnalyzers(of: JsonValue): Set<string> {
  const found = new Set<string>();
  const look = (value: JsonValue): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isJsonObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (ANALYZERS.has(key) && typeof inner === "string") found.add(inner);
      else look(inner);
    }
  };
  look(of);
  return found;
}

/** An analysis with the analyzers that the composition took away and a field still names, and their filters. */
function keptAnalyzers(before: JsonObject, after: JsonObject, mapping: JsonObject): JsonObject {
  const had = objectOf(before["analyzer"]);
  const has = objectOf(after["analyzer"]);
  const gone = [...namedAnalyzers(mapping)].filter((name) => name in had && !(name in has));
  if (gone.length === 0) return after;
  const kept = Object.fromEntries(gone.map((name) => [name, had[name] ?? null]));
  const used = JSON.stringify(kept);
  const filters = Object.entries(objectOf(before["filter"])).filter(([name]) => used.includes(`"${name}"`));
  return {
    ...after,
    analyzer: { ...has, ...kept },
    filter: { ...Object.fromEntries(filters), ...objectOf(after["filter"]) },
  };
}

/** What `whole` has more than `part`, as the properties of a mapping. */
function additionsOf(whole: JsonObject, part: JsonObject): JsonObject {
  const had = objectOf(part["properties"]);
  const more = Object.entries(objectOf(whole["properties"])).flatMap(([name, field]): [string, JsonValue][] => {
    if (!(name in had)) return [[name, field]];
    const inner = additionsOf(objectOf(field), objectOf(had[name]));
    const { type } = objectOf(had[name]);
    return Object.keys(inner).length === 0 ? [] : [[name, { ...(type !== undefined && { type }), properties: inner }]];
  });
  return Object.fromEntries(more);
}

// The template of new indices brings this one to every index: beside another language it is nobody's wish.
function comparableAnalysis(analysis: JsonObject): string {
  if (languageOf(analysis) === "universal") return comparable(analysis);
  const { universal: _, ...others } = objectOf(analysis["analyzer"]);
  return comparable({ ...analysis, analyzer: others });
}
