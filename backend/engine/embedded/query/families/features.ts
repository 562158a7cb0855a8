import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { parseDateMath } from "../../mapping/dates";
import { parsePoint } from "../../mapping/geo";
import { javaDouble } from "../../mapping/numbers";
import type { FieldType } from "../../mapping/types";
import { checkFunction, type FeatureFunction } from "../core/feature-functions";
import { parseDistance } from "../core/geo-point";
import { noneNode } from "../core/nodes";
import { ClauseError, contentError, didYouMean, tokenOf } from "../parse/errors";
import { makeQuery } from "../parse/parse";
import { commonSettings, floatOf, isScalar, objectBody, textOf } from "../parse/values";
import type { LuceneNode, Query, QueryParser, RewriteContext } from "../types";

type Reader = { type: string; settings: JsonObject };

function checkKinds({ type, settings }: Reader, kinds: Readonly<Record<string, (value: JsonValue) => boolean>>): void {
  for (const [key, value] of Object.entries(settings)) {
    const fits = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (!fits)
      throw contentError(`[${type}] unknown field [${key}]${didYouMean(key, Object.keys(kinds))}`, {
        holder: settings,
        key,
      });
    if (!fits(value))
      throw contentError(`[${type}] ${key} doesn't support values of type: ${tokenOf(value)}`, {
        holder: settings,
        key,
      });
  }
}

function required(settings: JsonObject, names: readonly string[]): void {
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length > 0) throw illegalArgument(`Required [${missing.join(", ")}]`);
}

/** The numbers of a function by name, as floats. */
function numbersOf(
  name: string,
  holder: JsonObject,
  { known, needed }: { known: readonly string[]; needed: readonly string[] },
): Record<string, number> {
  const settings = holder[name];
  if (!isJsonObject(settings))
    throw contentError(`[feature] ${name} doesn't support values of type: ${tokenOf(settings)}`, { holder, key: name });
  const failed = `[feature] failed to parse field [${name}]`;
  const numbers: Record<string, number> = {};
  for (const [key, value] of Object.entries(settings)) {
    if (!known.includes(key))
      throw new ClauseError(
        failed,
        { holder, key: name },
        contentError(`[${name}] unknown field [${key}]`, { holder: settings, key }),
        true,
      );
    try {
      numbers[key] = Math.fround(floatOf(value));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw contentError(
        failed,
        { holder, key: name },
        contentError(`[${name}] failed to parse field [${key}]`, { holder: settings, key }, error),
      );
    }
  }
  const missing = needed.filter((key) => numbers[key] === undefined);
  if (missing.length > 0)
    throw contentError(failed, { holder, key: name }, illegalArgument(`Required [${missing.join(", ")}]`));
  return numbers;
}

const FUNCTIONS: Readonly<Record<string, (settings: JsonObject) => FeatureFunction>> = {
  saturation: (settings) => ({
    name: "saturation",
    pivot: numbersOf("saturation", settings, { known: ["pivot"], needed: [] })["pivot"],
  }),
  log: (settings) => ({
    name: "log",
    scalingFactor:
      numbersOf("log", settings, { known: ["scaling_factor"], needed: ["scaling_factor"] })["scaling_factor"] ?? 1,
  }),
  sigmoid(settings) {
    const { pivot = 1, exponent = 1 } = numbersOf("sigmoid", settings, {
      known: ["pivot", "exponent"],
      needed: ["pivot", "exponent"],
    });
    return { name: "sigmoid", pivot, exponent };
  },
  linear(settings) {
    numbersOf("linear", settings, { known: [], needed: [] });
    return { name: "linear" };
  },
};

/** The field and, of a field with many, the feature that a path leads to; undefined where there is no such field. */
function featureAt(
  path: string,
  { index }: RewriteContext,
): { field: FieldType; feature: string | undefined } | undefined {
  const field = index.mapping.field(path);
  if (field?.kind === "rank_feature") return { field, feature: undefined };
  if (field)
    throw illegalArgument(
      `[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields, not [${field.type}]`,
    );
  const dot = path.lastIndexOf(".");
  const parent = dot > 0 ? index.mapping.field(path.slice(0, dot)) : undefined;
  return parent?.kind === "rank_features" ? { field: parent, feature: path.slice(dot + 1) } : undefined;
}

function rankFeature(body: JsonValue): Query {
  const settings = objectBody("rank_feature", body);
  const always = () => true;
  checkKinds(
    { type: "feature", settings },
    {
      field: (value) => typeof value === "string",
      boost: isScalar,
      _name: isScalar,
      log: always,
      saturation: always,
      sigmoid: always,
      linear: always,
    },
  );
  const functions = Object.keys(FUNCTIONS).flatMap((name) =>
    settings[name] === undefined ? [] : (FUNCTIONS[name]?.(settings) ?? []),
  );
  required(settings, ["field"]);
  if (functions.length > 1)
    throw contentError(
      "Failed to build [feature] after last required field arrived",
      undefined,
      illegalArgument("Can only specify one of [log], [saturation], [sigmoid] and [linear]"),
    );
  const [chosen = { name: "saturation", pivot: undefined } satisfies FeatureFunction] = functions;
  const path = textOf(settings["field"]) ?? "";
  return makeQuery("rank_feature", commonSettings(settings), (context): LuceneNode => {
    const found = featureAt(path, context);
    if (!found) return noneNode(`no feature [${path}]`);
    const { field, feature } = found;
    checkFunction(chosen);
    if (chosen.name === "log" && feature === undefined && field.definition["positive_score_impact"] === false)
      throw illegalArgument(
        "Cannot use the [log] function with a field that has a negative score impact as it would trigger negative scores",
      );
    return { kind: "feature", boost: 1, field: field.path, feature, function: chosen };
  });
}

const MILLISECONDS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ["nanos", 1e-6],
  ["micros", 1e-3],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
];

/** A duration as Elasticsearch reads one of a query, in whole milliseconds. */
function millisecondsOf(text: string): number {
  const [unit, factor] = MILLISECONDS.find(([name]) => text.toLowerCase().endsWith(name)) ?? [undefined, 1];
  if (unit === undefined) {
    if (text === "0" || text === "-1") return Number(text);
    throw illegalArgument(
      `failed to parse setting [distance_feature.pivot] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  }
  const number = text.slice(0, -unit.length).trim();
  if (/^[+-]?\d+$/.test(number)) return Math.trunc(Number(number) * factor);
  if (number !== "" && !Number.isNaN(Number(number)))
    throw illegalArgument(`failed to parse [${text}], fractional time values are not supported`);
  throw illegalArgument(`failed to parse [${text}]`, {
    causedBy: new EngineError(400, "number_format_exception", `For input string: "${number}"`),
  });
}

function requirePivot(pivot: number, shown: string): void {
  if (!(pivot > 0)) throw illegalArgument(`pivotDistance must be > 0, got ${shown}`);
}

/** Where the field is searched by its values of a document, which Lucene needs beside its tree. */
function requireColumn(field: FieldType): void {
  if (!field.docValues)
    throw new EngineError(
      500,
      "illegal_state_exception",
      `unexpected docvalues type NONE for field '${field.path}' (expected one of [SORTED_NUMERIC, NUMERIC]). Re-index with correct docvalues type.`,
    );
}

/** Reads an origin; one that cannot be read is told as what the query failed of. */
function readOrigin<Origin>(read: () => Origin): Origin {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EngineError) || error.type !== "parse_exception") throw error;
    throw new EngineError(400, "query_shard_exception", `failed to create query: ${error.reason}`, { causedBy: error });
  }
}

function originText(origin: JsonValue): string {
  if (!Array.isArray(origin) && !isJsonObject(origin)) return textOf(origin) ?? "";
  const { lat, lon } = parsePoint(origin);
  return `${javaDouble(lat)}, ${javaDouble(lon)}`;
}

function fromDate(
  field: FieldType,
  { origin, pivot }: { origin: JsonValue; pivot: string },
  { now }: RewriteContext,
): LuceneNode {
  const time = readOrigin(() =>
    parseDateMath(originText(origin), {
      now,
      roundUp: true,
      ...(field.format !== undefined && { format: field.format }),
    }),
  );
  const milliseconds = millisecondsOf(pivot);
  requirePivot(milliseconds, String(milliseconds));
  if (!field.indexed) return noneNode(`[${field.path}] is not indexed`);
  requireColumn(field);
  return { kind: "distance", boost: 1, field: field.path, origin: time, pivot: milliseconds };
}

function fromPoint(field: FieldType, { origin, pivot }: { origin: JsonValue; pivot: string }): LuceneNode {
  if (typeof origin !== "string" && !Array.isArray(origin) && !isJsonObject(origin))
    throw illegalArgument(
      "Illegal type while parsing [origin]! Must be [geo_point] or [string] for geo_point field type!",
    );
  const point = readOrigin(() => parsePoint(origin));
  const metres = parseDistance(pivot);
  requirePivot(metres, javaDouble(metres));
  if (!(Math.abs(point.lat) <= 90))
    throw illegalArgument(`invalid latitude ${javaDouble(point.lat)}; must be between -90.0 and 90.0`);
  if (!(Math.abs(point.lon) <= 180))
    throw illegalArgument(`invalid longitude ${javaDouble(point.lon)}; must be between -180.0 and 180.0`);
  if (!field.indexed) return noneNode(`[${field.path}] is not indexed`);
  requireColumn(field);
  return { kind: "distance", boost: 1, field: field.path, origin: point, pivot: metres };
}

function distanceFeature(body: JsonValue): Query {
  const settings = objectBody("distance_feature", body);
  const isText = (value: JsonValue) => typeof value === "string";
  const isOrigin = (value: JsonValue) => value !== null && typeof value !== "boolean";
  checkKinds(
    { type: "distance_feature", settings },
    { field: isText, origin: isOrigin, pivot: isText, boost: isScalar, _name: isScalar },
  );
  required(settings, ["field", "origin", "pivot"]);
  const path = textOf(settings["field"]) ?? "";
  const from = { origin: settings["origin"] ?? null, pivot: textOf(settings["pivot"]) ?? "" };
  return makeQuery("distance_feature", commonSettings(settings), (context): LuceneNode => {
    const field = context.index.mapping.field(path);
    if (!field) return noneNode(`Can't run [distance_feature] query on unmapped fields!`);
    if (field.kind === "date") return fromDate(field, from, context);
    if (field.kind === "geo_point") return fromPoint(field, from);
    throw illegalArgument(
      `Illegal data type of [${field.type}]![distance_feature] query can only be run on a date, date_nanos or geo_point field type!`,
    );
  });
}

/** Queries that score by a number of the document itself: how good it is, how near. */
export const featureQueries: Readonly<Record<string, QueryParser>> = {
  rank_feature: rankFeature,
  distance_feature: distanceFeature,
};
