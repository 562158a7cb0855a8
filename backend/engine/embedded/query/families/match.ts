import type { JsonObject, JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { parseFuzziness } from "../core/fuzzy";
import { fieldWithBoost } from "../core/field-patterns";
import { MATCH_DEFAULTS, matchNode, type MatchKind, type MatchSettings } from "../core/match";
import { multiMatchNode, type MultiMatchType } from "../core/multi-match";
import { noneNode } from "../core/nodes";
import { dslError, readAt, tokenOf } from "../parse/errors";
import { makeQuery } from "../parse/parse";
import {
  booleanOf,
  commonSettings,
  fieldForm,
  floatOf,
  integerOf,
  isScalar,
  objectBody,
  textOf,
} from "../parse/values";
import type { Query, QueryParser } from "../types";

/** Reads `and` or `or`. */
export function operatorOf(value: JsonValue | undefined): "and" | "or" {
  const text = (textOf(value) ?? "or").toLowerCase();
  if (text === "and" || text === "or") return text;
  throw illegalArgument(`No enum constant org.opensearch.index.query.Operator.${text.toUpperCase()}`);
}

function positive(type: string, settings: JsonObject, key: string, otherwise: number): number {
  if (settings[key] === undefined) return otherwise;
  const number = readAt(settings, key, (value) => integerOf(value ?? otherwise));
  if (number < 0)
    throw illegalArgument(
      key === "prefix_length"
        ? `[${type}] requires prefix length to be non-negative.`
        : key === "slop"
          ? "No negative slop allowed."
          : `[${type}] requires maxExpansions to be positive.`,
    );
  if (number === 0 && key === "max_expansions")
    throw illegalArgument(`[${type}] requires maxExpansions to be positive.`);
  return number;
}

/** The settings that the match queries share. */
export function matchSettings(type: string, settings: JsonObject): MatchSettings {
  const maxExpansions = positive(type, settings, "max_expansions", 50);
  const prefixLength = positive(type, settings, "prefix_length", 0);
  const flag = (key: string, otherwise: boolean) =>
    readAt(settings, key, (value) => (value === undefined ? otherwise : booleanOf(value)));
  const fuzziness = readAt(settings, "fuzziness", (value) =>
    textOf(value) === undefined ? undefined : parseFuzziness(textOf(value) ?? ""),
  );
  const zero = (textOf(settings["zero_terms_query"]) ?? "none").toLowerCase();
  if (zero !== "none" && zero !== "all")
    throw dslError(`Unsupported zero_terms_query value [${textOf(settings["zero_terms_query"])}]`, {
      holder: settings,
      key: "zero_terms_query",
    });
  const found: MatchSettings = {
    ...MATCH_DEFAULTS,
    operator: readAt(settings, "operator", operatorOf),
    slop: positive(type, settings, "slop", 0),
    maxExpansions,
    lenient: flag("lenient", false),
    zeroTerms: zero,
    synonymPhrases: flag("auto_generate_synonyms_phrase_query", true),
  };
  const minimum = textOf(settings["minimum_should_match"]);
  if (minimum !== undefined) found.minimumShouldMatch = minimum;
  const analyzer = textOf(settings["analyzer"]);
  if (analyzer !== undefined) found.analyzer = analyzer;
  if (fuzziness !== undefined)
    found.fuzzy = { fuzziness, prefixLength, maxExpansions, transpositions: flag("fuzzy_transpositions", true) };
  return found;
}

function requiredText(type: string, value: JsonValue | undefined): string {
  const text = textOf(value);
  if (text === undefined) throw dslError(`No text specified for ${type === "multi_match" ? type : "text"} query`);
  return text;
}

const COMMON = ["query", "analyzer", "boost", "_name"];
const KNOWN: Readonly<Record<MatchKind, readonly string[]>> = {
  words: [
    ...COMMON,
    "operator",
    "minimum_should_match",
    "fuzziness",
    "prefix_length",
    "max_expansions",
    "fuzzy_rewrite",
    "fuzzy_transpositions",
    "lenient",
    "cutoff_frequency",
    "zero_terms_query",
    "auto_generate_synonyms_phrase_query",
  ],
  phrase: [...COMMON, "slop", "zero_terms_query"],
  phrase_prefix: [...COMMON, "slop", "max_expansions", "zero_terms_query"],
  bool_prefix: [
    ...COMMON,
    "operator",
    "minimum_should_match",
    "fuzziness",
    "prefix_length",
    "max_expansions",
    "fuzzy_transpositions",
    "fuzzy_rewrite",
  ],
};

function matchParser(type: string, kind: MatchKind): QueryParser {
  return (body): Query => {
    const { field, settings } = fieldForm({ type, body, key: "query", known: KNOWN[kind] });
    const text = requiredText(type, settings["query"]);
    const match = { ...matchSettings(type, settings), kind };
    return makeQuery(
      type,
      commonSettings(settings),
      (context) => matchNode({ path: field, text, settings: match, context }) ?? noneNode("no terms"),
    );
  };
}

const TYPES: readonly MultiMatchType[] = [
  "best_fields",
  "most_fields",
  "cross_fields",
  "phrase",
  "phrase_prefix",
  "bool_prefix",
];
const MULTI_KEYS = [
  ...COMMON,
  "fields",
  "type",
  "operator",
  "minimum_should_match",
  "fuzziness",
  "prefix_length",
  "max_expansions",
  "fuzzy_rewrite",
  "fuzzy_transpositions",
  "tie_breaker",
  "cutoff_frequency",
  "lenient",
  "zero_terms_query",
  "slop",
  "auto_generate_synonyms_phrase_query",
];

/** Reads the name of a way to join fields. */
export function multiMatchType(text: string): MultiMatchType {
  const type = TYPES.find((one) => one === text.toLowerCase());
  if (!type)
    throw new EngineError(400, "parse_exception", `failed to parse [multi_match] query type [${text}]. unknown type.`);
  return type;
}

function multiMatch(body: JsonValue): Query {
  const settings = objectBody("multi_match", body);
  for (const [key, value] of Object.entries(settings)) {
    if (key === "fields" && (Array.isArray(value) || isScalar(value))) continue;
    if (!MULTI_KEYS.includes(key))
      throw dslError(`[multi_match] query does not support [${key}]`, { holder: settings, key });
    if (!isScalar(value))
      throw dslError(
        key === "fields"
          ? `[multi_match] query does not support [fields]`
          : `[multi_match] unknown token [${tokenOf(value)}] after [${key}]`,
        {
          holder: settings,
          key,
        },
      );
  }
  const text = settings["query"] === undefined ? undefined : textOf(settings["query"]);
  if (text === undefined) throw dslError("No text specified for multi_match query");
  const list = settings["fields"];
  const names = list === undefined ? [] : (Array.isArray(list) ? list : [list]).map((one) => textOf(one) ?? "");
  const type = multiMatchType(textOf(settings["type"]) ?? "best_fields");
  const match = matchSettings("multi_match", settings);
  if (match.fuzzy && (type === "cross_fields" || type === "phrase" || type === "phrase_prefix"))
    throw dslError(`Fuzziness not allowed for type [${type}]`);
  for (const key of ["slop", "cutoff_frequency"])
    if (settings[key] !== undefined && type === "bool_prefix")
      throw dslError(`[${key}] not allowed for type [bool_prefix]`);
  const fields = (names.length === 0 ? ["*"] : names).map(fieldWithBoost);
  if (settings["lenient"] === undefined && fields.some((field) => field.path === "*")) match.lenient = true;
  const tie = settings["tie_breaker"] === undefined ? {} : { tieBreaker: floatOf(settings["tie_breaker"]) };
  return makeQuery("multi_match", commonSettings(settings), (context) =>
    multiMatchNode({ type, fields, text, settings: match, ...tie }, context),
  );
}

/** Full-text queries on one field and on several. */
export const matchQueries: Readonly<Record<string, QueryParser>> = {
  match: matchParser("match", "words"),
  match_phrase: matchParser("match_phrase", "phrase"),
  match_phrase_prefix: matchParser("match_phrase_prefix", "phrase_prefix"),
  match_bool_prefix: matchParser("match_bool_prefix", "bool_prefix"),
  multi_match: multiMatch,
};
