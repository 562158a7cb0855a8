import { SEARCH_LIMITS } from "@common/limits/search";
import type { JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import type { FieldType } from "../../mapping/types";
import type { TermAutomaton } from "../../store/types";
import { automatonAccepts } from "../automata/utf8";
import { REGEXP_FLAGS, regexpAutomaton } from "../automata/regexp";
import { caselessPrefixAutomaton, wildcardAutomaton } from "../automata/wildcard";
import { storedTerm } from "../core/fields";
import { fuzzyNode, parseFuzziness } from "../core/fuzzy";
import { noneNode } from "../core/nodes";
import { makeQuery } from "../parse/parse";
import { booleanOf, commonSettings, fieldForm, integerOf, textOf } from "../parse/values";
import type { LuceneNode, Query, QueryParser, RewriteContext } from "../types";

/** Length of a regular expression, at most (`index.max_regex_length`). */
const MAX_REGEX_LENGTH = SEARCH_LIMITS.regexp.most;

function wordField(field: string, query: string, context: RewriteContext): FieldType | LuceneNode {
  const type = context.index.mapping.field(field);
  if (!type) return noneNode(`unmapped field [${field}]`);
  if (type.kind !== "text" && type.kind !== "keyword") {
    throw new EngineError(
      400,
      "query_shard_exception",
      `Can only use ${query} queries on keyword and text fields - not on [${field}] which is of type [${type.type}]`,
    );
  }
  if (!type.indexed) throw illegalArgument(`Cannot search on field [${field}] since it is not indexed.`);
  return type;
}

/** Terms that an automaton accepts. */
export function automatonNode({
  field,
  automaton,
  label,
  prefix,
}: {
  field: string;
  automaton: TermAutomaton;
  label: string;
  prefix?: string;
}): LuceneNode {
  return {
    kind: "multi_term",
    boost: 1,
    field,
    automaton,
    label,
    accepts: (text) => automatonAccepts(automaton, text),
    ...(prefix === undefined ? {} : { prefix }),
  };
}

/** Terms that begin with a text. */
export function prefixNode(field: string, prefix: string): LuceneNode {
  return {
    kind: "multi_term",
    boost: 1,
    field,
    prefix,
    label: `${prefix}*`,
    accepts: (text) => text.startsWith(prefix),
  };
}

function patternValue(type: string, value: JsonValue | undefined): string {
  const text = textOf(value);
  if (text === undefined)
    throw illegalArgument(type === "fuzzy" ? "query value cannot be null" : "value cannot be null");
  return text;
}

function prefix(body: JsonValue): Query {
  const { field, settings } = fieldForm({
    type: "prefix",
    body,
    key: "value",
    known: ["value", "prefix", "boost", "_name", "rewrite", "case_insensitive"],
  });
  const value = patternValue("prefix", settings["value"] ?? settings["prefix"]);
  const caseless = settings["case_insensitive"] !== undefined && booleanOf(settings["case_insensitive"]);
  return makeQuery("prefix", commonSettings(settings), (context) => {
    const type = wordField(field, "prefix", context);
    if ("boost" in type) return type;
    const text = storedTerm(type, value);
    return caseless
      ? automatonNode({ field: type.path, automaton: caselessPrefixAutomaton(text), label: `${text}*` })
      : prefixNode(type.path, text);
  });
}

/** Normalises the plain parts of a wildcard pattern, leaving its signs alone. */
function normalizedPattern(type: FieldType, pattern: string): string {
  return pattern.replace(/(\\.|[^*?\\])+/gs, (part) => storedTerm(type, part));
}

/** Terms that fit a pattern with `*` and `?`. */
export function wildcardNode({
  type,
  pattern,
  caseless,
}: {
  type: FieldType;
  pattern: string;
  caseless: boolean;
}): LuceneNode {
  const text = normalizedPattern(type, pattern);
  const plain = /^([^*?\\]*)\*$/.exec(text);
  if (plain && !caseless) return prefixNode(type.path, plain[1]!);
  return automatonNode({ field: type.path, automaton: wildcardAutomaton(text, caseless), label: text });
}

function wildcard(body: JsonValue): Query {
  const { field, settings } = fieldForm({
    type: "wildcard",
    body,
    key: "value",
    known: ["value", "wildcard", "boost", "_name", "rewrite", "case_insensitive"],
  });
  const value = patternValue("wildcard", settings["wildcard"] ?? settings["value"]);
  const caseless = settings["case_insensitive"] !== undefined && booleanOf(settings["case_insensitive"]);
  return makeQuery("wildcard", commonSettings(settings), (context) => {
    const type = wordField(field, "wildcard", context);
    return "boost" in type ? type : wildcardNode({ type, pattern: value, caseless });
  });
}

function flagsOf(text: string | undefined): number {
  if (text === undefined || text === "") return REGEXP_FLAGS.ALL;
  const names: Readonly<Record<string, number>> = { ...REGEXP_FLAGS, ANYSTRING: REGEXP_FLAGS.ANYSTRING };
  return text.split("|").reduce((sum, name) => {
    const flag = names[name.toUpperCase()];
    if (flag === undefined) throw illegalArgument(`Unknown regexp flag [${name}]`);
    return sum | flag;
  }, 0);
}

/** Terms that a regular expression matches. */
export function regexpNode({
  type,
  pattern,
  flags,
  caseless,
}: {
  type: FieldType;
  pattern: string;
  flags: number;
  caseless: boolean;
}): LuceneNode {
  if (pattern.length > MAX_REGEX_LENGTH) {
    throw illegalArgument(
      `The length of regex [${pattern.length}] used in the Regexp Query request has exceeded the allowed maximum of [${MAX_REGEX_LENGTH}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
    );
  }
  const text = storedTerm(type, pattern);
  return automatonNode({
    field: type.path,
    automaton: regexpAutomaton({ pattern: text, flags, caseless }),
    label: `/${text}/`,
  });
}

function regexp(body: JsonValue): Query {
  const known = [
    "value",
    "flags",
    "flags_value",
    "max_determinized_states",
    "rewrite",
    "boost",
    "_name",
    "case_insensitive",
  ];
  const { field, settings } = fieldForm({ type: "regexp", body, key: "value", known });
  const value = patternValue("regexp", settings["value"]);
  const flags =
    settings["flags_value"] === undefined ? flagsOf(textOf(settings["flags"])) : integerOf(settings["flags_value"]);
  const caseless = settings["case_insensitive"] !== undefined && booleanOf(settings["case_insensitive"]);
  return makeQuery("regexp", commonSettings(settings), (context) => {
    const type = wordField(field, "regexp", context);
    return "boost" in type ? type : regexpNode({ type, pattern: value, flags, caseless });
  });
}

function fuzzy(body: JsonValue): Query {
  const known = [
    "value",
    "term",
    "boost",
    "fuzziness",
    "prefix_length",
    "max_expansions",
    "transpositions",
    "rewrite",
    "_name",
  ];
  const { field, settings } = fieldForm({ type: "fuzzy", body, key: "value", known });
  const value = patternValue("fuzzy", settings["value"] ?? settings["term"]);
  const fuzziness = parseFuzziness(textOf(settings["fuzziness"]) ?? "AUTO");
  const prefixLength = settings["prefix_length"] === undefined ? 0 : integerOf(settings["prefix_length"]);
  const maxExpansions = settings["max_expansions"] === undefined ? 50 : integerOf(settings["max_expansions"]);
  const transpositions = settings["transpositions"] === undefined || booleanOf(settings["transpositions"]);
  return makeQuery("fuzzy", commonSettings(settings), (context) => {
    const type = context.index.mapping.field(field);
    if (!type) return noneNode(`unmapped field [${field}]`);
    if (type.kind !== "text" && type.kind !== "keyword")
      throw illegalArgument(
        `Can only use fuzzy queries on keyword and text fields - not on [${field}] which is of type [${type.type}]`,
      );
    return fuzzyNode({
      field: type.path,
      term: storedTerm(type, value),
      settings: { fuzziness, prefixLength, maxExpansions: Math.min(maxExpansions, 1024), transpositions },
    });
  });
}

/** Queries for words by their letters. */
export const patternQueries: Readonly<Record<string, QueryParser>> = { prefix, wildcard, regexp, fuzzy };
