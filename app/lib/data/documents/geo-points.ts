import { isJsonObject, type JsonValue } from "@common/text/json";
import { valuesAt } from "./values";

export type GeoPoint = { lat: number; lon: number };

const NUMBER = String.raw`([+-]?\d+(?:\.\d+)?)`;
const asText = new RegExp(`^\\s*${NUMBER}\\s*,\\s*${NUMBER}\\s*$`);
const asWords = new RegExp(`^\\s*POINT\\s*\\(\\s*${NUMBER}\\s+${NUMBER}\\s*\\)\\s*$`, "i");

function pointOf(lat: unknown, lon: unknown): GeoPoint[] {
  const point = { lat: Number(lat), lon: Number(lon) };
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? [point] : [];
}

function pointsIn(value: JsonValue): GeoPoint[] {
  if (typeof value === "string") {
    const [, lat, lon] = asText.exec(value) ?? [];
    if (lat !== undefined) return pointOf(lat, lon);
    const [, x, y] = asWords.exec(value) ?? [];
    return x === undefined ? [] : pointOf(y, x);
  }
  if (!isJsonObject(value)) return [];
  if (Array.isArray(value["coordinates"])) return pointOf(value["coordinates"][1], value["coordinates"][0]);
  return value["lat"] === undefined ? [] : pointOf(value["lat"], value["lon"]);
}

/**
 * The points that a field of type `geo_point` has in a document, in the forms that Elasticsearch takes; geohashes are
 * left out.
 */
export function geoPoints(document: JsonValue, path: string): GeoPoint[] {
  const values = valuesAt(document, path);
  // A list of two numbers, longitude first, comes as the numbers themselves.
  if (values.every((value) => typeof value === "number")) {
    return values.flatMap((value, at) =>
      at % 2 === 0 && values[at + 1] !== undefined ? pointOf(values[at + 1], value) : [],
    );
  }
  return values.flatMap(pointsIn);
}
