import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Query } from "../request/schema";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import { allWordsClause } from "./all-words";
import { type DataField, dataFields, weighted } from "./fields";
import { nested } from "./nested";
import { pluralText } from "./plural";
import { allWithSynonyms, anySynonyms } from "./synonyms";
import { type Clause, isGiven } from "./types";

/** Sub-fields that hold no words: whole values, and parts of words. */
const NOT_OF_WORDS = [".keyword", ".autosuggest", ".search"];
const RANK_FUNCTIONS = ["saturation", "log", "sigmoid"] as const;

/** What is asked for: one text, and whether it came as a list of several (such a list has no unfinished last word). */
type Asked = { text: string; several: boolean };

// Only texts are asked: numbers, booleans and objects are not refused, and find everything [recorded].
function askedText(value: JsonValue): Asked | null {
  const texts = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
  return texts.length === 0 ? null : { text: texts.join(" "), several: texts.length > 1 };
}

function withoutNulls(options: JsonValue | undefined): JsonObject {
  return isJsonObject(options) ? Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) : {};
}

function rankClauses(rankFeature: JsonObject | undefined): JsonObject[] {
  return Object.entries(rankFeature ?? {}).flatMap(([field, options]): JsonObject[] => {
    if (!isJsonObject(options)) return [];
    const name = RANK_FUNCTIONS.find((known) => isGiven(options[known]));
    const boost: JsonObject = isGiven(options["boost"]) ? { boost: options["boost"] } : {};
    if (!name && !isGiven(options["boost"])) return [];
    return [{ rank_feature: { field, ...(name ? { [name]: withoutNulls(options[name]) } : {}), ...boost } }];
  });
}

/**
 * The words as they were typed, and where typing errors are forgiven, words like them; a part of a word is like too
 * many.
 */
function allWords({ query, text, ofWords }: { query: Query; text: string; ofWords: DataField[] }): JsonObject[] {
  if (query.isEachWord === false) return [];
  const fuzziness = query.fuzziness ?? 0;
  const typed = allWordsClause({ text, fields: dataFields(query), fuzziness: null });
  const isFuzzy = String(fuzziness) !== "0" && ofWords.length > 0;
  const fuzzy = isFuzzy ? allWordsClause({ text, fields: ofWords, fuzziness }) : null;
  return [typed, fuzzy].filter((clause) => clause !== null);
}

const anyOf = (clauses: JsonObject[]): JsonObject => ({ bool: { should: clauses, minimum_should_match: 1 } });

function matchClause({ query, asked, fields }: { query: Query; asked: Asked; fields: string[] }): JsonObject {
  const operator = query.queryFormat === "and" ? "and" : "or";
  const match = (type: string, more: JsonObject = {}, over = fields): JsonObject => ({
    multi_match: { query: asked.text, fields: over, type, operator, ...more },
  });
  const ofWords = dataFields(query).filter(({ field }) => !NOT_OF_WORDS.some((ending) => field.endsWith(ending)));
  const prefixed = ofWords
    // Weights are levelled here: a prefix is meant to catch what the others miss, not to lead.
    .map(({ field, weight }) => (weight > 0 ? `${field}^1.0` : field));
  const prefixes = prefixed.length > 0 && !asked.several ? [match("phrase_prefix", {}, prefixed)] : [];
  const whole = match("cross_fields", { query: pluralText(asked.text) });
  const ranks = rankClauses(query.rankFeature);
  if (operator === "and") {
    const clauses = [
      ...[whole, match("phrase"), ...prefixes],
      ...allWords({ query, text: asked.text, ofWords }),
      ...allWithSynonyms(query, ofWords),
    ];
    return ranks.length === 0 ? anyOf(clauses) : { bool: { must: [anyOf(clauses)], should: ranks } };
  }
  const clauses = [
    whole,
    match("best_fields", { fuzziness: query.fuzziness ?? 0 }),
    match("phrase"),
    ...ranks,
    ...prefixes,
    ...anySynonyms(query, ofWords),
  ];
  return { bool: { should: clauses, minimum_should_match: query.rankFeature ? 2 : 1 } };
}

function textClause(query: Query, asked: Asked): JsonObject {
  const fields = dataFields(query).map(weighted);
  if (fields.length === 0) throw new Refusal("field 'dataField' cannot be empty");
  // As it was given: here the engine knows the words, in either case, and refuses others.
  const default_operator = query.queryFormat ?? "or";
  if (query.queryString) return { query_string: { query: asked.text, default_operator } };
  if (query.searchOperators) return { simple_query_string: { query: asked.text, fields, default_operator } };
  return matchClause({ query, asked, fields });
}

function withCategory(clause: JsonObject, { categoryField, categoryValue }: Query): JsonObject {
  if (!categoryField || !isGiven(categoryValue) || categoryValue === "*") return clause;
  return { bool: { must: [clause, { term: { [categoryField]: categoryValue } }] } };
}

/**
 * The clause of a text search or a suggestion query; null where nothing is asked. Throws a Refusal where a text, even
 * an empty one, has no data field.
 */
export function searchClause(query: Query): Clause {
  if (!isGiven(query.value)) {
    return query.rankFeature ? { bool: { should: rankClauses(query.rankFeature), minimum_should_match: 1 } } : null;
  }
  const asked = askedText(query.value);
  if (!asked) return null;
  const clause = textClause(query, asked);
  return asked.text.trim() === "" ? null : nested(withCategory(clause, query), query);
}
