import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { doubleText } from "../../values";
import { geohashCell, parseDistance, parsePoint } from "../core/geo-point";
import { noneNode } from "../core/nodes";
import { dslError } from "../parse/errors";
import { makeQuery } from "../parse/parse";
import { booleanOf, commonSettings, objectBody, textOf } from "../parse/values";
import type { LuceneNode, Point, Query, QueryParser, RewriteContext } from "../types";

/** The path of a field of points by one of its names; a query without hits where it may be missing. */
function pointField({
  field,
  type,
  ignoreUnmapped,
  context,
}: {
  field: string;
  type: string;
  ignoreUnmapped: boolean;
  context: RewriteContext;
}): LuceneNode | string {
  const mapped = context.index.mapping.field(field);
  if (!mapped) {
    if (ignoreUnmapped) return noneNode(`unmapped field [${field}]`);
    throw new EngineError(400, "query_shard_exception", `failed to find geo field [${field}]`);
  }
  if (mapped.kind !== "geo_point")
    throw new EngineError(400, "query_shard_exception", `field [${field}] is not a geo_point field`, {
      details: { query: type },
    });
  return mapped.path;
}

function checkPoint(point: Point, type: string): void {
  if (point.lat < -90 || point.lat > 90)
    throw new EngineError(400, "query_shard_exception", `illegal latitude value [${point.lat}] for [${type}]`);
  if (point.lon < -180 || point.lon > 180)
    throw new EngineError(400, "query_shard_exception", `illegal longitude value [${point.lon}] for [${type}]`);
}

const DISTANCE_KEYS = ["distance", "unit", "distance_type", "validation_method", "ignore_unmapped", "boost", "_name"];

function geoDistance(body: JsonValue): Query {
  const settings = objectBody("geo_distance", body);
  let field: string | undefined;
  let point: Point | undefined;
  for (const [key, value] of Object.entries(settings)) {
    if (DISTANCE_KEYS.includes(key)) continue;
    if (field !== undefined && field !== key)
      throw dslError(`[geo_distance] query doesn't support multiple fields, found [${field}] and [${key}]`, {
        holder: settings,
        key,
      });
    if (!Array.isArray(value) && !isJsonObject(value) && typeof value !== "string")
      throw dslError(`[geo_distance] query does not support [${key}]`, { holder: settings, key });
    field = key;
    point = parsePoint(value);
  }
  const distance = textOf(settings["distance"]);
  if (distance === undefined) throw dslError("geo_distance requires 'distance' to be specified");
  if (field === undefined || !point) throw illegalArgument("fieldName must not be null or empty");
  const metres = parseDistance(distance, textOf(settings["unit"]) ?? "m");
  if (metres <= 0) throw illegalArgument("distance must be greater than zero");
  const ignoreUnmapped = settings["ignore_unmapped"] !== undefined && booleanOf(settings["ignore_unmapped"]);
  const path = field;
  const origin = point;
  return makeQuery("geo_distance", commonSettings(settings), (context) => {
    const field = pointField({ field: path, type: "geo_distance", ignoreUnmapped, context });
    if (typeof field !== "string") return field;
    checkPoint(origin, "geo_distance");
    return { kind: "geo_distance", boost: 1, field, origin, distance: metres };
  });
}

type Box = { top: number; left: number; bottom: number; right: number };

function cornerOf(value: JsonValue): Box {
  if (typeof value === "string" && !value.includes(",") && !/^\s*POINT/i.test(value)) return geohashCell(value);
  const { lat, lon } = parsePoint(value);
  return { top: lat, bottom: lat, left: lon, right: lon };
}

function boxOf(value: JsonObject): Box {
  const wkt = textOf(value["wkt"]);
  if (wkt !== undefined) {
    const numbers =
      /^\s*(?:BBOX|ENVELOPE)\s*\(\s*([-\d.]+)\s*,\s*([-\d.]+)\s*,\s*([-\d.]+)\s*,\s*([-\d.]+)\s*\)\s*$/i.exec(wkt);
    if (!numbers) throw new EngineError(400, "parse_exception", `failed to parse WKT bounding box`);
    return { left: Number(numbers[1]), right: Number(numbers[2]), top: Number(numbers[3]), bottom: Number(numbers[4]) };
  }
  const box: Partial<Box> = {};
  for (const [key, corner] of Object.entries(value)) {
    if (key === "top" || key === "left" || key === "bottom" || key === "right") box[key] = Number(textOf(corner));
    else if (key === "top_left") Object.assign(box, { top: cornerOf(corner).top, left: cornerOf(corner).left });
    else if (key === "bottom_right")
      Object.assign(box, { bottom: cornerOf(corner).bottom, right: cornerOf(corner).right });
    else if (key === "top_right") Object.assign(box, { top: cornerOf(corner).top, right: cornerOf(corner).right });
    else if (key === "bottom_left")
      Object.assign(box, { bottom: cornerOf(corner).bottom, left: cornerOf(corner).left });
    else throw new EngineError(400, "parse_exception", `failed to parse bounding box. unexpected field [${key}]`);
  }
  const { top, left, bottom, right } = box;
  if (
    top === undefined ||
    bottom === undefined ||
    left === undefined ||
    right === undefined ||
    [top, bottom, left, right].some(Number.isNaN)
  ) {
    throw illegalArgument("Invalid geo bounding box: all corners must be set");
  }
  return { top, left, bottom, right };
}

const BOX_KEYS = ["validation_method", "type", "ignore_unmapped", "boost", "_name"];

function geoBoundingBox(body: JsonValue): Query {
  const settings = objectBody("geo_bounding_box", body);
  let field: string | undefined;
  let box: Box | undefined;
  for (const [key, value] of Object.entries(settings)) {
    if (isJsonObject(value)) {
      if (field !== undefined)
        throw dslError(`[geo_bounding_box] query doesn't support multiple fields, found [${field}] and [${key}]`, {
          holder: settings,
          key,
        });
      field = key;
      try {
        box = boxOf(value);
      } catch (error) {
        if (!(error instanceof EngineError) || error.type !== "parse_exception") throw error;
        throw new EngineError(400, "parse_exception", `failed to parse [geo_bounding_box] query. [${error.reason}]`);
      }
    } else if (!BOX_KEYS.includes(key))
      throw dslError(`failed to parse [geo_bounding_box] query. unexpected field [${key}]`, { holder: settings, key });
  }
  if (field === undefined || !box)
    throw dslError("failed to parse [geo_bounding_box] query. bounding box not provided");
  const ignoreUnmapped = settings["ignore_unmapped"] !== undefined && booleanOf(settings["ignore_unmapped"]);
  const found = box;
  const path = field;
  if (found.top < found.bottom)
    throw illegalArgument(`top is below bottom corner: ${doubleText(found.top)} vs. ${doubleText(found.bottom)}`);
  return makeQuery("geo_bounding_box", commonSettings(settings), (context) => {
    const field = pointField({ field: path, type: "geo_bounding_box", ignoreUnmapped, context });
    if (typeof field !== "string") return field;
    checkPoint({ lat: found.top, lon: found.left }, "geo_bounding_box");
    checkPoint({ lat: found.bottom, lon: found.right }, "geo_bounding_box");
    return { kind: "geo_box", boost: 1, field, ...found };
  });
}

/** Queries by place. */
export const geoQueries: Readonly<Record<string, QueryParser>> = {
  geo_distance: geoDistance,
  geo_bounding_box: geoBoundingBox,
};
