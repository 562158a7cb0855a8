import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { fielddataError } from "../../mapping/doc-values";
import { MODIFIERS } from "../core/modifiers";
import { allNode } from "../core/nodes";
import { DslError, dslError, tokenOf } from "../parse/errors";
import { makeQuery, parseQuery } from "../parse/parse";
import { commonSettings, floatOf, objectBody, textOf } from "../parse/values";
import type { BoostMode, FieldFactor, ParseContext, Query, QueryParser, RewriteContext, ScoreMode } from "../types";

/** A function as it is written: the filter is still free of any index. */
type Written = { filter: Query | undefined; weight: number | undefined; fieldFactor: FieldFactor | undefined };

const SCORE_MODES: readonly ScoreMode[] = ["multiply", "sum", "avg", "first", "max", "min"];
const BOOST_MODES: readonly BoostMode[] = ["multiply", "replace", "sum", "avg", "max", "min"];
/** Java's `Float.MAX_VALUE`. */
const NO_LIMIT = 3.4028234663852886e38;

function refused(reason: string, holder: JsonObject, key: string): DslError {
  return dslError(`failed to parse [function_score] query. ${reason}`, { holder, key });
}

function noConstant(java: string, value: JsonValue | undefined): EngineError {
  return illegalArgument(
    `No enum constant org.elasticsearch.common.lucene.search.function.${java}.${(textOf(value) ?? "").toUpperCase()}`,
  );
}

function fieldFactor(body: JsonValue | undefined): FieldFactor {
  const settings = isJsonObject(body) ? body : {};
  const known = ["field", "factor", "modifier", "missing"];
  for (const [key, value] of Object.entries(settings)) {
    if (known.includes(key) && textOf(value) !== undefined) continue;
    throw dslError(
      known.includes(key)
        ? `[field_value_factor] field '${key}' does not support lists or objects`
        : `field_value_factor query does not support [${key}]`,
      { holder: settings, key },
    );
  }
  const field = textOf(settings["field"]);
  if (field === undefined) throw dslError("[field_value_factor] required field 'field' missing", { holder: settings });
  const modifier = (textOf(settings["modifier"]) ?? "none").toLowerCase();
  if (!Object.hasOwn(MODIFIERS, modifier)) throw noConstant("FieldValueFactorFunction.Modifier", settings["modifier"]);
  const number = (key: string) => (settings[key] === undefined ? undefined : floatOf(settings[key]));
  return { field, factor: Math.fround(number("factor") ?? 1), modifier, missing: number("missing") };
}

/** A function by its name. Those that run scripts, draw lots or measure distances are not here. */
function scoreFunction(name: string, holder: JsonObject): FieldFactor {
  if (name === "field_value_factor") return fieldFactor(holder[name]);
  const cause = new EngineError(400, "named_object_not_found_exception", `unknown field [${name}]`);
  throw new DslError(
    "parsing_exception",
    `unknown function [${name}]: functions are weight and field_value_factor`,
    { holder, key: name },
    "details",
    cause,
  );
}

function listed(one: JsonValue, { holder, context }: { holder: JsonObject; context: ParseContext }): Written {
  if (!isJsonObject(one))
    throw dslError(
      `failed to parse [START_OBJECT]. malformed query, expected a [${tokenOf(one)}] while parsing functions but got a [function_score] instead`,
      {
        holder,
        key: "functions",
      },
    );
  const written: Written = { filter: undefined, weight: undefined, fieldFactor: undefined };
  let found: string | undefined;
  for (const [key, value] of Object.entries(one)) {
    if (key === "filter") written.filter = parseQuery(value, context);
    else if (key === "weight") written.weight = Math.fround(floatOf(value));
    else if (!isJsonObject(value)) throw refused(`field [${key}] is not supported`, one, key);
    else if (found !== undefined)
      throw dslError(`failed to parse function_score functions. already found [${found}], now encountering [${key}].`, {
        holder: one,
        key,
      });
    else {
      written.fieldFactor = scoreFunction(key, one);
      found = key;
    }
  }
  if (written.weight === undefined && !written.fieldFactor)
    throw refused("an entry in functions list is missing a function.", holder, "functions");
  return written;
}

function modeOf<Mode extends string>(
  value: JsonValue | undefined,
  { modes, java }: { modes: readonly Mode[]; java: string },
): Mode | undefined {
  if (value === undefined) return undefined;
  const text = textOf(value)?.toLowerCase();
  const found = modes.find((mode) => mode === text);
  if (found === undefined) throw noConstant(java, value);
  return found;
}

const EITHER = "you can either define [functions] array or a single function, not both.";
const SETTINGS = ["score_mode", "boost_mode", "max_boost", "min_score", "boost", "_name"];

function functionsOf(settings: JsonObject, context: ParseContext): Written[] {
  let single: string | undefined;
  let list = false;
  const written: Written[] = [];
  for (const [key, value] of Object.entries(settings)) {
    if (key === "query" || (SETTINGS.includes(key) && textOf(value) !== undefined)) continue;
    if (Array.isArray(value)) {
      if (key !== "functions") throw refused(`array [${key}] is not supported`, settings, key);
      if (single !== undefined)
        throw refused(`[${EITHER} already found [${single}], now encountering [functions].]`, settings, key);
      list = true;
      written.push(...value.map((one) => listed(one, { holder: settings, context })));
      continue;
    }
    if (key !== "weight" && !isJsonObject(value)) throw refused(`field [${key}] is not supported`, settings, key);
    if (single !== undefined)
      throw refused(
        `already found function [${single}], now encountering [${key}]. use [functions] array if you want to define several functions.`,
        settings,
        key,
      );
    if (list) throw refused(`[${EITHER} already found [functions] array, now encountering [${key}].]`, settings, key);
    single = key;
    written.push({
      filter: undefined,
      weight: key === "weight" ? Math.fround(floatOf(value)) : undefined,
      fieldFactor: key === "weight" ? undefined : scoreFunction(key, settings),
    });
  }
  return written;
}

/** The field in the terms of the index. One that is not mapped counts as missing everywhere. */
function resolved(factor: FieldFactor, { index }: RewriteContext): FieldFactor {
  const field = index.mapping.field(factor.field);
  if (!field && factor.missing === undefined)
    throw new EngineError(
      400,
      "exception",
      `Unable to find a field mapper for field [${factor.field}]. No 'missing' value defined.`,
    );
  if (field?.kind === "text") throw fielddataError(field.path);
  if (field && (!field.docValues || !["number", "date", "boolean"].includes(field.kind)))
    throw illegalArgument(`field [${factor.field}] of type [${field.type}] has no numbers for field_value_factor`);
  return { ...factor, field: field?.path ?? factor.field };
}

function functionScore(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("function_score", body);
  const query = settings["query"] === undefined ? undefined : parseQuery(settings["query"], context);
  const written = functionsOf(settings, context);
  const scoreMode =
    modeOf(settings["score_mode"], { modes: SCORE_MODES, java: "FunctionScoreQuery.ScoreMode" }) ?? "multiply";
  const boostMode = modeOf(settings["boost_mode"], { modes: BOOST_MODES, java: "CombineFunction" }) ?? "multiply";
  const maxBoost = settings["max_boost"] === undefined ? NO_LIMIT : Math.fround(floatOf(settings["max_boost"]));
  const minScore = settings["min_score"] === undefined ? undefined : Math.fround(floatOf(settings["min_score"]));
  return makeQuery("function_score", commonSettings(settings), (rewrite) => ({
    kind: "function_score",
    boost: 1,
    query: query?.rewrite(rewrite) ?? allNode(),
    functions: written.map((one) => ({
      filter: one.filter?.rewrite(rewrite),
      weight: one.weight,
      fieldFactor: one.fieldFactor && resolved(one.fieldFactor, rewrite),
    })),
    scoreMode,
    boostMode,
    maxBoost,
    minScore,
  }));
}

/** Queries whose scores functions change. */
export const functionScoreQueries: Readonly<Record<string, QueryParser>> = { function_score: functionScore };
