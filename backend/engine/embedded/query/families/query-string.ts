import { type JsonObject, type JsonValue } from "@common/text/json";
import { SEARCH_LIMITS } from "@common/limits/search";
import { EngineError, illegalArgument } from "../../errors";
import { checkZone } from "../../mapping/dates";
import type { FieldType } from "../../mapping/types";
import type { BoostedField } from "../core/cross-fields";
import { expandFields, fieldWithBoost } from "../core/field-patterns";
import { rangeNode, storedTerm } from "../core/fields";
import { fuzzyNode, parseFuzziness } from "../core/fuzzy";
import { minimumShouldMatch } from "../core/minimum-should-match";
import { matchNode, type MatchSettings } from "../core/match";
import { multiMatchOfTerms, type MultiMatchType } from "../core/multi-match";
import { allNode, booleanNode, boosted, disMaxNode, MAX_CLAUSES, noneNode, tooManyClauses } from "../core/nodes";
import { REGEXP_FLAGS } from "../automata/regexp";
import { dslError, tokenOf } from "../parse/errors";
import { parseLuceneSyntax, type Expression } from "../parse/lucene-syntax";
import { makeQuery } from "../parse/parse";
import { parseSimpleSyntax, simpleFlags } from "../parse/simple-syntax";
import { booleanOf, commonSettings, floatOf, integerOf, isScalar, objectBody, textOf } from "../parse/values";
import type { LuceneNode, Query, QueryParser, RewriteContext } from "../types";
import { existsNode } from "./exact";
import { matchSettings, multiMatchType, operatorOf } from "./match";
import { prefixNode, regexpNode, wildcardNode } from "./patterns";

type Settings = {
  fields: readonly BoostedField[];
  match: MatchSettings;
  type: MultiMatchType;
  tieBreaker: number;
  phraseSlop: number;
  leadingWildcard: boolean;
  zone: string | undefined;
  fuzziness: string;
  prefixLength: number;
  maxExpansions: number;
  minimum: string | undefined;
  /** simple_query_string adds its fields up, query_string takes the best. */
  simple: boolean;
};

/** Small letters where the field's analyzer makes them: wildcards are not cut into words. */
function normalized(field: FieldType, text: string): string {
  if (field.kind !== "text") return storedTerm(field, text);
  const [token] = (field.searchAnalyzer ?? field.analyzer)?.analyze("A") ?? [];
  return token?.term === "a" ? text.toLowerCase() : text;
}

function overFields({
  field,
  settings,
  context,
  make,
  tie,
}: {
  field: string | undefined;
  settings: Settings;
  context: RewriteContext;
  make: (type: FieldType) => LuceneNode | undefined;
  tie: number;
}): LuceneNode {
  const wanted = field === undefined ? settings.fields : [{ path: field, boost: 1 }];
  const queries: LuceneNode[] = [];
  for (const { path, boost } of expandFields(wanted, context)) {
    const type = context.index.mapping.field(path);
    if (!type) {
      queries.push(noneNode(`unmapped field [${path}]`));
      continue;
    }
    try {
      const node = make(type);
      if (node) queries.push(boosted(node, boost));
    } catch (error) {
      if (!(error instanceof EngineError) || !settings.match.lenient) throw error;
      queries.push(noneNode(error.reason));
    }
  }
  if (queries.length === 0) return noneNode("no fields");
  return queries.length === 1 ? queries[0]! : disMaxNode({ queries, tieBreaker: tie });
}

function requireWords(type: FieldType, query: string): void {
  if (type.kind !== "text" && type.kind !== "keyword")
    throw new EngineError(
      400,
      "query_shard_exception",
      `Can only use ${query} queries on keyword and text fields - not on [${type.path}] which is of type [${type.type}]`,
    );
}

function textNode(
  expression: Extract<Expression, { kind: "words" | "phrase" | "prefix" | "wildcard" | "regexp" }>,
  settings: Settings,
  context: RewriteContext,
): LuceneNode | undefined {
  const { kind, field, text } = expression;
  const phrase = kind === "phrase";
  if (field === undefined || field.includes("*")) {
    const fields = field === undefined ? settings.fields : [{ path: field, boost: 1 }];
    const type = phrase ? "phrase" : settings.type;
    const match = { ...settings.match, slop: expression.slop ?? settings.phraseSlop };
    return multiMatchOfTerms(
      { type, fields, text, settings: match, tieBreaker: phrase && settings.simple ? 0 : settings.tieBreaker },
      context,
    );
  }
  const match: MatchSettings = {
    ...settings.match,
    kind:
      phrase || settings.type === "phrase" ? "phrase" : settings.type === "phrase_prefix" ? "phrase_prefix" : "words",
    slop: expression.slop ?? settings.phraseSlop,
  };
  return matchNode({ path: field, text, settings: { ...match, zeroTerms: "null" }, context });
}

function rangeExpression(
  expression: Extract<Expression, { kind: "range" }>,
  settings: Settings,
  context: RewriteContext,
): LuceneNode {
  const { from, to, includeFrom, includeTo } = expression;
  return overFields({
    field: expression.field,
    settings,
    context,
    tie: settings.tieBreaker,
    make: (type) => {
      const words = type.kind === "text" || type.kind === "keyword";
      const form = (text: string) => (words ? normalized(type, text) : text);
      const bounds = {
        ...(from === undefined ? {} : { [includeFrom ? "gte" : "gt"]: form(from) }),
        ...(to === undefined ? {} : { [includeTo ? "lte" : "lt"]: form(to) }),
      };
      return rangeNode({ field: type, bounds, options: { now: context.now, zone: settings.zone } });
    },
  });
}

function nodeOf(expression: Expression, settings: Settings, context: RewriteContext): LuceneNode | undefined {
  switch (expression.kind) {
    case "all":
      return allNode(expression.boost);
    case "group":
      return groupNode(expression, settings, context);
    case "range": {
      if (expression.field !== undefined && expression.from === undefined && expression.to === undefined)
        return boosted(existsNode(expression.field, context), expression.boost);
      return boosted(rangeExpression(expression, settings, context), expression.boost);
    }
    case "words":
    case "phrase":
      if (expression.field === "_exists_") return boosted(existsNode(expression.text, context), expression.boost);
      {
        // Words that the analyzer takes away are no clause, so that the others decide.
        const node = textNode(expression, settings, context);
        return node && boosted(node, expression.boost);
      }
    case "prefix":
    case "wildcard":
      return boosted(patternNode(expression, settings, context), expression.boost);
    case "regexp": {
      const make = (type: FieldType) => {
        requireWords(type, "regexp");
        return regexpNode({
          type,
          pattern: normalized(type, expression.text),
          flags: REGEXP_FLAGS.ALL,
          caseless: false,
        });
      };
      return boosted(
        overFields({ field: expression.field, settings, context, tie: settings.tieBreaker, make }),
        expression.boost,
      );
    }
    case "fuzzy": {
      const fuzziness = parseFuzziness(
        expression.edits === undefined ? settings.fuzziness : String(Math.min(2, Math.trunc(Number(expression.edits)))),
      );
      const fuzzy = {
        fuzziness,
        prefixLength: settings.prefixLength,
        maxExpansions: settings.maxExpansions,
        transpositions: true,
      };
      const make = (type: FieldType) => {
        if (type.kind !== "text" && type.kind !== "keyword")
          throw illegalArgument(
            `Can only use fuzzy queries on keyword and text fields - not on [${type.path}] which is of type [${type.type}]`,
          );
        return fuzzyNode({ field: type.path, term: normalized(type, expression.text), settings: fuzzy });
      };
      return boosted(
        overFields({ field: expression.field, settings, context, tie: settings.tieBreaker, make }),
        expression.boost,
      );
    }
  }
}

function patternNode(
  expression: Extract<Expression, { kind: "words" | "phrase" | "prefix" | "wildcard" | "regexp" }>,
  settings: Settings,
  context: RewriteContext,
): LuceneNode {
  const { kind, field, text } = expression;
  if (kind === "wildcard" && text === "*") return field === undefined ? allNode() : existsNode(field, context);
  if (field === "_exists_") return existsNode(kind === "prefix" ? `${text}*` : text, context);
  if (kind === "wildcard" && !settings.leadingWildcard && /^[*?]/.test(text))
    throw new EngineError(400, "query_shard_exception", `Failed to parse query [${text}]`, {
      causedBy: new EngineError(400, "parse_exception", "'*' or '?' not allowed as first character in WildcardQuery"),
    });
  const make = (type: FieldType) => {
    requireWords(type, kind === "prefix" ? "prefix" : "wildcard");
    const form = normalized(type, text);
    return kind === "prefix" ? prefixNode(type.path, form) : wildcardNode({ type, pattern: form, caseless: false });
  };
  return overFields({ field, settings, context, make, tie: settings.tieBreaker });
}

function groupNode(
  { clauses, boost }: Extract<Expression, { kind: "group" }>,
  settings: Settings,
  context: RewriteContext,
): LuceneNode | undefined {
  let count = 0;
  const of = (occur: string) =>
    clauses.flatMap((clause) => {
      const node = clause.occur === occur ? nodeOf(clause.expression, settings, context) : undefined;
      // The rest need not be read to see that they are too many.
      if (node && ++count > MAX_CLAUSES) throw tooManyClauses();
      return node ?? [];
    });
  const must = of("must");
  const should = of("should");
  const mustNot = of("must_not");
  if (must.length + should.length + mustNot.length === 0) return undefined;
  const alone = must.length === 0 && should.length === 0;
  const minimum =
    settings.minimum !== undefined && should.length > 0 ? minimumShouldMatch(settings.minimum, should.length) : 0;
  return booleanNode({ boost, must, should, mustNot, filter: alone ? [allNode()] : [], minimumShouldMatch: minimum });
}

const QUERY_STRING_KEYS = [
  "query",
  "fields",
  "default_field",
  "default_operator",
  "analyzer",
  "quote_analyzer",
  "quote_field_suffix",
  "allow_leading_wildcard",
  "max_determinized_states",
  "enable_position_increments",
  "escape",
  "fuzzy_prefix_length",
  "fuzzy_max_expansions",
  "fuzzy_rewrite",
  "fuzziness",
  "phrase_slop",
  "rewrite",
  "type",
  "tie_breaker",
  "analyze_wildcard",
  "minimum_should_match",
  "lenient",
  "time_zone",
  "fuzzy_transpositions",
  "auto_generate_synonyms_phrase_query",
  "boost",
  "_name",
];
const SIMPLE_KEYS = [
  "query",
  "fields",
  "default_operator",
  "analyzer",
  "flags",
  "lenient",
  "analyze_wildcard",
  "minimum_should_match",
  "quote_field_suffix",
  "fuzzy_prefix_length",
  "fuzzy_max_expansions",
  "fuzzy_transpositions",
  "auto_generate_synonyms_phrase_query",
  "boost",
  "_name",
];

function readSettings(
  type: string,
  body: JsonValue,
  known: readonly string[],
): { text: string; settings: JsonObject; shared: Settings } {
  const settings = objectBody(type, body);
  for (const [key, value] of Object.entries(settings)) {
    if (!known.includes(key)) throw dslError(`[${type}] query does not support [${key}]`, { holder: settings, key });
    if (key !== "fields" && !isScalar(value))
      throw dslError(`[${type}] unknown token [${tokenOf(value)}] after [${key}]`, { holder: settings, key });
    if (key === "fields" && !Array.isArray(value))
      throw dslError(`[${type}] query does not support [${key}]`, { holder: settings, key });
  }
  const text = textOf(settings["query"]);
  if (text === undefined)
    throw dslError(
      type === "query_string"
        ? "[query_string] must be provided with a [query]"
        : "[simple_query_string] query text missing",
    );
  const { most } = SEARCH_LIMITS.queryString;
  if (text.length > most)
    throw illegalArgument(
      `Query string length exceeds max allowed length [${most}] (search.query.max_query_string_length); actual length: [${text.length}]`,
    );
  const list = settings["fields"];
  const names = Array.isArray(list) ? list.map((one) => textOf(one) ?? "") : [];
  if (names.length > 0 && settings["default_field"] !== undefined)
    throw illegalArgument("To use [query_string] query with [fields], [default_field] must not be set");
  const fields = (names.length > 0 ? names : [textOf(settings["default_field"]) ?? "*"]).map(fieldWithBoost);
  const { fuzziness: _fuzziness, minimum_should_match: _minimum, ...forMatch } = settings;
  const match = matchSettings(type, { ...forMatch, operator: settings["default_operator"] ?? "or" });
  if (settings["lenient"] === undefined && fields.some((one) => one.path === "*")) match.lenient = true;
  const minimum = textOf(settings["minimum_should_match"]);
  const zone = textOf(settings["time_zone"]);
  if (zone !== undefined) checkZone(zone);
  const simple = type === "simple_query_string";
  const matchType = multiMatchType(textOf(settings["type"]) ?? "best_fields");
  const shared: Settings = {
    fields,
    simple,
    zone,
    minimum,
    type: simple ? "most_fields" : matchType,
    match: minimum === undefined ? match : { ...match, minimumShouldMatch: minimum },
    tieBreaker:
      settings["tie_breaker"] === undefined
        ? simple || matchType === "most_fields" || matchType === "bool_prefix"
          ? 1
          : 0
        : floatOf(settings["tie_breaker"]),
    phraseSlop: settings["phrase_slop"] === undefined ? 0 : integerOf(settings["phrase_slop"]),
    leadingWildcard: settings["allow_leading_wildcard"] === undefined || booleanOf(settings["allow_leading_wildcard"]),
    fuzziness: textOf(settings["fuzziness"]) ?? "AUTO",
    prefixLength: settings["fuzzy_prefix_length"] === undefined ? 0 : integerOf(settings["fuzzy_prefix_length"]),
    maxExpansions: settings["fuzzy_max_expansions"] === undefined ? 50 : integerOf(settings["fuzzy_max_expansions"]),
  };
  return { text, settings, shared };
}

function queryString(body: JsonValue): Query {
  const { text, settings, shared } = readSettings("query_string", body, QUERY_STRING_KEYS);
  const and = operatorOf(settings["default_operator"]) === "and";
  const escape = settings["escape"] !== undefined && booleanOf(settings["escape"]);
  const input = escape ? text.replace(/[\\+\-!():^[\]"{}~*?|&/]/g, "\\$&") : text;
  return makeQuery("query_string", commonSettings(settings), (context) => {
    const expression = parseLuceneSyntax(input, { and });
    if (!expression) return noneNode("empty query");
    return nodeOf(expression, shared, context) ?? noneNode("no terms");
  });
}

function simpleQueryString(body: JsonValue): Query {
  const { text, settings, shared } = readSettings("simple_query_string", body, SIMPLE_KEYS);
  const and = operatorOf(settings["default_operator"]) === "and";
  const flags = simpleFlags(textOf(settings["flags"]));
  if (typeof flags === "string") throw illegalArgument(`Unknown simple_query_string flag [${flags}]`);
  return makeQuery("simple_query_string", commonSettings(settings), (context) => {
    const expression = parseSimpleSyntax(text, { and, flags });
    return (expression && nodeOf(expression, shared, context)) ?? noneNode("empty query");
  });
}

/** Queries written by people, in Lucene's syntax and in the one that never fails. */
export const queryStringQueries: Readonly<Record<string, QueryParser>> = {
  query_string: queryString,
  simple_query_string: simpleQueryString,
};
