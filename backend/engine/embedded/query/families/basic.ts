import { EngineError } from "../../errors";
import { allNode, booleanNode, disMaxNode, noneNode } from "../core/nodes";
import { minimumShouldMatch } from "../core/minimum-should-match";
import { ClauseError, contentError, didYouMean, dslError, tokenOf } from "../parse/errors";
import { makeQuery, parseQuery } from "../parse/parse";
import { booleanOf, commonSettings, floatOf, objectBody, textOf } from "../parse/values";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { LuceneNode, ParseContext, Query, QueryParser } from "../types";

/** Refuses keys that a declarative parser does not know. */
export function checkKeys({
  type,
  settings,
  known,
}: {
  type: string;
  settings: JsonObject;
  known: readonly string[];
}): void {
  for (const key of Object.keys(settings)) {
    if (!known.includes(key))
      throw contentError(`[${type}] unknown field [${key}]${didYouMean(key, known)}`, { holder: settings, key });
  }
}

function inner(type: string, settings: JsonObject, key: string, context: ParseContext): Query {
  const body = settings[key];
  if (!isJsonObject(body))
    throw dslError(`[${type}] query malformed, no start_object after query name`, { holder: settings, key });
  return parseQuery(body, context);
}

function matchAll(body: JsonValue): Query {
  const settings = objectBody("match_all", body);
  checkKeys({ type: "match_all", settings, known: ["boost", "_name"] });
  return makeQuery("match_all", commonSettings(settings), () => allNode());
}

function matchNone(body: JsonValue): Query {
  const settings = objectBody("match_none", body);
  for (const key of Object.keys(settings))
    if (key !== "boost" && key !== "_name")
      throw dslError(`[match_none] query does not support [${key}]`, { holder: settings, key });
  return makeQuery("match_none", commonSettings(settings), () => noneNode("match_none"));
}

/** Errors inside a clause name the clause around them. */
function parseClause(
  one: JsonObject,
  { key, settings, context }: { key: string; settings: JsonObject; context: ParseContext },
): Query {
  try {
    return parseQuery(one, context);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new ClauseError(`[bool] failed to parse field [${key}]`, { holder: settings, key }, error);
  }
}

function clausesOf(settings: JsonObject, keys: readonly string[], context: ParseContext): Query[] {
  const found: Query[] = [];
  for (const key of keys) {
    const body = settings[key];
    if (body === undefined || body === null) continue;
    for (const one of Array.isArray(body) ? body : [body]) {
      if (!isJsonObject(one))
        throw contentError(
          `[bool] failed to parse field [${key}]`,
          { holder: settings, key },
          dslError("[_na] query malformed, must start with start_object"),
        );
      found.push(parseClause(one, { key, settings, context }));
    }
  }
  return found;
}

const BOOL_KEYS = [
  "must",
  "filter",
  "should",
  "must_not",
  "minimum_should_match",
  "adjust_pure_negative",
  "boost",
  "_name",
  "mustNot",
];

function bool(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("bool", body);
  checkKeys({ type: "bool", settings, known: BOOL_KEYS });
  const must = clausesOf(settings, ["must"], context);
  const filter = clausesOf(settings, ["filter"], context);
  const should = clausesOf(settings, ["should"], context);
  const mustNot = clausesOf(settings, ["must_not", "mustNot"], context);
  const spec = settings["minimum_should_match"];
  const minimum = spec === undefined || spec === null ? undefined : (textOf(spec) ?? "");
  const adjust = settings["adjust_pure_negative"] === undefined || booleanOf(settings["adjust_pure_negative"]);
  return makeQuery("bool", commonSettings(settings), (rewrite): LuceneNode => {
    const each = (queries: readonly Query[]) => queries.map((query) => query.rewrite(rewrite));
    if (must.length + filter.length + should.length + mustNot.length === 0) return allNode();
    const needed = minimum === undefined ? 0 : minimumShouldMatch(minimum, should.length);
    const negativeOnly = adjust && must.length + filter.length + should.length === 0;
    return booleanNode({
      must: each(must),
      filter: negativeOnly ? [allNode()] : each(filter),
      should: each(should),
      mustNot: each(mustNot),
      minimumShouldMatch: negativeOnly ? 0 : needed,
    });
  });
}

function disMax(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("dis_max", body);
  for (const key of Object.keys(settings)) {
    if (!["queries", "tie_breaker", "boost", "_name"].includes(key))
      throw dslError(`[dis_max] query does not support [${key}]`, { holder: settings, key });
  }
  const list = settings["queries"];
  if (list === undefined) throw dslError("[dis_max] requires 'queries' field with at least one clause");
  const queries = (Array.isArray(list) ? list : [list]).map((one) => parseQuery(one, context));
  if (queries.length === 0) throw dslError("[dis_max] requires 'queries' field with at least one clause");
  const tieBreaker = settings["tie_breaker"] === undefined ? 0 : floatOf(settings["tie_breaker"]);
  return makeQuery("dis_max", commonSettings(settings), (rewrite) =>
    disMaxNode({ queries: queries.map((query) => query.rewrite(rewrite)), tieBreaker }),
  );
}

function constantScore(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("constant_score", body);
  for (const [key, value] of Object.entries(settings)) {
    if (key === "filter" && Array.isArray(value))
      throw dslError("unexpected token [START_ARRAY]", { holder: settings, key });
    if (["filter", "boost", "_name"].includes(key)) continue;
    if (isJsonObject(value))
      throw dslError(`[constant_score] query does not support [${key}]`, { holder: settings, key });
    throw dslError(
      Array.isArray(value)
        ? `unexpected token [${tokenOf(value)}]`
        : `[constant_score] query does not support [${key}]`,
      {
        holder: settings,
        key,
      },
    );
  }
  if (settings["filter"] === undefined) throw dslError("[constant_score] requires a 'filter' element");
  const filter = inner("constant_score", settings, "filter", context);
  return makeQuery("constant_score", commonSettings(settings), (rewrite) => ({
    kind: "constant",
    boost: 1,
    query: filter.rewrite(rewrite),
  }));
}

function boosting(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("boosting", body);
  for (const key of Object.keys(settings)) {
    if (!["positive", "negative", "negative_boost", "boost", "_name"].includes(key))
      throw dslError(`[boosting] query does not support [${key}]`, { holder: settings, key });
  }
  if (settings["positive"] === undefined) throw dslError("[boosting] query requires 'positive' query to be set'");
  if (settings["negative"] === undefined) throw dslError("[boosting] query requires 'negative' query to be set'");
  const negativeBoost = settings["negative_boost"] === undefined ? -1 : floatOf(settings["negative_boost"]);
  if (negativeBoost < 0) throw dslError("[boosting] query requires 'negative_boost' to be set to be a positive value'");
  const positive = inner("boosting", settings, "positive", context);
  const negative = inner("boosting", settings, "negative", context);
  return makeQuery("boosting", commonSettings(settings), (rewrite) => ({
    kind: "boosting",
    boost: 1,
    positive: positive.rewrite(rewrite),
    negative: negative.rewrite(rewrite),
    negativeBoost,
  }));
}

/** Queries that join others, and those that match everything or nothing. */
export const basicQueries: Readonly<Record<string, QueryParser>> = {
  match_all: matchAll,
  match_none: matchNone,
  bool,
  dis_max: disMax,
  constant_score: constantScore,
  boosting,
};
