import type { JsonObject, JsonValue } from "@common/text/json";
import * as z from "zod";
import type { Query } from "../request/schema";
import { dataFields } from "../translate/fields";
import { isGiven } from "../translate/types";
import { candidatesOf, fieldsOfSource } from "./candidates";
import { matchOf } from "./match";
import { predictive } from "./predictive";
import { emptySuggestion, type Hit, HitSchema, type Suggestion, suggestionOfHit } from "./suggestion";
import { normalizedText, plainText, sameLabelKey, type WordRules } from "./words";

const AnswerSchema = z.looseObject({
  hits: z.looseObject({ total: z.unknown(), max_score: z.unknown(), hits: z.array(HitSchema) }),
  aggregations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const BucketsSchema = z.object({ buckets: z.array(z.object({ key: z.unknown(), doc_count: z.number() })) });

function fieldsOf(query: Query, hits: readonly Hit[]): string[] {
  const named = query.indexSuggestionsConfig?.valueFields ?? [];
  if (named.length > 0) return named;
  if (query.highlightField && query.highlightField.length > 0) return query.highlightField;
  const fields = dataFields(query).map(({ field }) => field);
  if (fields.length > 0) return fields;
  return fieldsOfSource(hits[0]?._source ?? {});
}

function ofDocuments({
  query,
  hits,
  typed,
  rules,
}: {
  query: Query;
  hits: readonly Hit[];
  typed: string;
  rules: WordRules;
}): Suggestion[] {
  const fields = fieldsOf(query, hits);
  const seen = new Set<string>();
  const found: Suggestion[] = [];
  for (const hit of hits) {
    for (const label of fields.flatMap((field) => candidatesOf({ hit, field, typed }))) {
      const key = sameLabelKey(label, rules);
      if (seen.has(key)) continue;
      seen.add(key);
      const value = normalizedText(plainText(label));
      const match = matchOf({ value, typed, rules });
      const { urlField, categoryField } = query;
      found.push(
        suggestionOfHit({
          hit,
          match,
          value,
          label,
          kind: "index",
          urlField,
          categoryField,
          sectionLabel: query.indexSuggestionsConfig?.sectionLabel,
        }),
      );
    }
  }
  return found.sort((a, b) => b._rs_score - a._rs_score || b._score - a._score);
}

function ofCategories(query: Query, aggregations: Record<string, unknown> | undefined): Suggestion[] {
  const { categoryField, value } = query;
  if (!categoryField || typeof value !== "string") return [];
  const facet = BucketsSchema.safeParse(aggregations?.[categoryField]);
  if (!facet.success) return [];
  // Only texts are names of categories: "boots in 3" tells nothing.
  return facet.data.buckets.flatMap(({ key, doc_count }): Suggestion[] => {
    if (typeof key !== "string") return [];
    const suggestion = emptySuggestion({
      value,
      label: `${value} in ${key}`,
      kind: "index",
      sectionLabel: query.indexSuggestionsConfig?.sectionLabel,
    });
    return [{ ...suggestion, _category: key, _count: doc_count }];
  });
}

function onePerDocument(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}

/**
 * Suggestions out of the hits of the index, best first; those of categories stand before them. Nothing was typed:
 * nothing is suggested.
 */
export function indexSuggestions({
  query,
  hits,
  aggregations,
}: {
  query: Query;
  hits: readonly Hit[];
  aggregations?: Record<string, unknown> | undefined;
}): Suggestion[] {
  if (!isGiven(query.value)) return [];
  const typed = typeof query.value === "string" ? normalizedText(query.value) : "";
  const rules: WordRules = {
    language: query.searchLanguage,
    stopwords: query.applyStopwords ? (query.customStopwords ?? []) : [],
  };
  const whole = ofDocuments({ query, hits, typed, rules });
  const options = {
    typed,
    maxWords: query.maxPredictedWords,
    leaveOutStopWords: query.applyStopwords === true,
    tags: query.highlightConfig,
    rules,
  };
  const offered = query.enablePredictiveSuggestions ? predictive(whole, options) : whole;
  const distinct = query.showDistinctSuggestions ? onePerDocument(offered) : offered;
  const all = [...ofCategories(query, aggregations), ...distinct];
  // With featured suggestions every section has a number of its own.
  return query.size === undefined || query.enableFeaturedSuggestions === true ? all : all.slice(0, query.size);
}

/** The engine's answer to a suggestion query with suggestions in the place of its hits; an error stays as it is. */
export function withSuggestions(answer: JsonObject, query: Query): JsonObject {
  const parsed = AnswerSchema.safeParse(answer);
  if (!parsed.success) return answer;
  const suggestions = indexSuggestions({ query, hits: parsed.data.hits.hits, aggregations: parsed.data.aggregations });
  const max_score = parsed.data.hits.max_score as JsonValue;
  return { ...answer, hits: { total: { value: suggestions.length, relation: "eq" }, max_score, hits: suggestions } };
}

/** The answer to a suggestion query of which nothing is asked. */
export function noSuggestions(): JsonObject {
  return {
    took: 0,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { total: { value: 0, relation: "eq" }, max_score: null, hits: [] },
    status: 200,
  };
}
