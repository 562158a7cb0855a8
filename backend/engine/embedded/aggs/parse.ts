import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { didYouMean, DslError, dslError, tokenOf } from "../query/parse/errors";
import type { AggregationDefinition, AggregationParser, AggregationRequest } from "./types";

const parsers = new Map<string, { parse: AggregationParser; leaf: boolean }>();

/** Adds aggregation types to the table. `leaf` ones take no aggregations inside. */
export function registerAggregations(
  table: Readonly<Record<string, AggregationParser>>,
  { leaf }: { leaf: boolean },
): void {
  for (const [name, parse] of Object.entries(table)) parsers.set(name, { parse, leaf });
}

const MAX_DEPTH = 50;

const MAY_HOLD_PAGES = ["filter", "nested"];

function holdsPages({ type, children }: AggregationDefinition): boolean {
  return type === "composite" || (MAY_HOLD_PAGES.includes(type) && children.some(holdsPages));
}

// Real engines allow a page of combinations on its own, below filters and in nested objects.
function checkPlace(type: string, children: readonly AggregationDefinition[]): void {
  if (MAY_HOLD_PAGES.includes(type) || !children.some(holdsPages)) return;
  throw illegalArgument(`[composite] aggregation cannot be used with a parent aggregation of type: [${type}]`);
}

function parseOne(name: string, body: JsonValue, depth: number): AggregationDefinition {
  if (!isJsonObject(body))
    throw dslError(`Aggregation definition for [${name} starts with a [${tokenOf(body)}], expected a [START_OBJECT].`);
  let type: string | undefined;
  let inner: JsonObject = {};
  let meta: JsonObject | undefined;
  let children: AggregationDefinition[] | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (!isJsonObject(value))
      throw dslError(`Expected [START_OBJECT] under [${key}], but got a [${tokenOf(value)}] in [${name}]`, {
        holder: body,
        key,
      });
    if (key === "meta") meta = value;
    else if (key === "aggs" || key === "aggregations") {
      if (children) throw dslError(`Found two sub aggregation definitions under [${name}]`, { holder: body, key });
      children = parseLevel(value, depth + 1);
    } else {
      if (type !== undefined)
        throw dslError(`Found two aggregation type definitions in [${name}]: [${type}] and [${key}]`, {
          holder: body,
          key,
        });
      if (!parsers.has(key)) {
        const cause = new EngineError(400, "named_object_not_found_exception", `unknown field [${key}]`);
        throw new DslError(
          "parsing_exception",
          `Unknown aggregation type [${key}]${didYouMean(key, parsers.keys())}`,
          { holder: body, key },
          "details",
          cause,
        );
      }
      type = key;
      inner = value;
    }
  }
  const found = type === undefined ? undefined : parsers.get(type);
  if (type === undefined || !found) throw dslError(`Missing definition for aggregation [${name}]`, { holder: body });
  if (found.leaf && children && children.length > 0)
    throw new EngineError(
      500,
      "aggregation_initialization_exception",
      `Aggregator [${name}] of type [${type}] cannot accept sub-aggregations`,
    );
  checkPlace(type, children ?? []);
  const create = found.parse(inner, { name, childNames: (children ?? []).map((child) => child.name) });
  return { name, type, ...(meta ? { meta } : {}), children: children ?? [], global: type === "global", create };
}

function parseLevel(body: JsonObject, depth: number): AggregationDefinition[] {
  if (depth > MAX_DEPTH) throw illegalArgument(`The nested depth of the aggregations exceeds [${MAX_DEPTH}]`);
  return Object.entries(body).map(([name, definition]) => {
    if (/[[\]>]/.test(name))
      throw dslError(
        `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`,
        { holder: body, key: name },
      );
    const parsed = parseOne(name, definition, depth);
    if (parsed.global && depth > 0)
      throw new EngineError(
        500,
        "aggregation_execution_exception",
        `Aggregation [${name}] cannot have a global sub-aggregation [${name}]. Global aggregations can only be defined as top level aggregations`,
      );
    return parsed;
  });
}

function usesScores(definitions: readonly AggregationDefinition[]): boolean {
  return definitions.some((one) => one.type === "top_hits" || usesScores(one.children));
}

/** Reads `aggs`. Throws EngineError in Elasticsearch's words. */
export function parseAggregations(body: JsonValue): AggregationRequest {
  if (!isJsonObject(body)) throw dslError(`Unknown key for a ${tokenOf(body)} in [aggs].`);
  const definitions = parseLevel(body, 0);
  return { definitions, needsScores: usesScores(definitions) };
}
