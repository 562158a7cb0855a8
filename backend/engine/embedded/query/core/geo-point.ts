import { isJsonObject, LosslessNumber, type JsonValue } from "@common/text/json";
import { EngineError } from "../../errors";
import type { Point } from "../types";
import { textOf } from "../parse/values";

const BASE32 = "0123456789bcdefghjkmnpqrstuvwxyz";

function parseError(reason: string): EngineError {
  return new EngineError(400, "parse_exception", reason);
}

/** The cell of a geohash. */
export function geohashCell(hash: string): { top: number; bottom: number; left: number; right: number } {
  const cell = { top: 90, bottom: -90, left: -180, right: 180 };
  let east = true;
  for (const letter of hash.toLowerCase()) {
    const value = BASE32.indexOf(letter);
    if (value < 0) throw parseError(`unsupported symbol [${letter}] in geohash [${hash}]`);
    for (let bit = 16; bit > 0; bit >>= 1) {
      const upper = (value & bit) !== 0;
      if (east) {
        const middle = (cell.left + cell.right) / 2;
        if (upper) cell.left = middle;
        else cell.right = middle;
      } else {
        const middle = (cell.top + cell.bottom) / 2;
        if (upper) cell.bottom = middle;
        else cell.top = middle;
      }
      east = !east;
    }
  }
  return cell;
}

function degrees(value: JsonValue | undefined, name: string): number {
  const text = textOf(value);
  const number = text === undefined || text === "" ? NaN : Number(text);
  if (Number.isNaN(number)) throw parseError(`[${name}] must be a valid double value`);
  return number;
}

/** Reads `{lat, lon}`, `[lon, lat]`, `"lat,lon"`, a geohash or `POINT (lon lat)`. */
export function parsePoint(value: JsonValue | undefined): Point {
  if (Array.isArray(value)) {
    if (value.length < 2 || value.length > 3)
      throw parseError("[geo_point] field type does not accept more than 3 values");
    const [lon, lat] = value;
    if (
      !(typeof lon === "number" || lon instanceof LosslessNumber) ||
      !(typeof lat === "number" || lat instanceof LosslessNumber)
    )
      throw parseError("numeric value expected");
    return { lat: degrees(lat, "lat"), lon: degrees(lon, "lon") };
  }
  if (isJsonObject(value)) {
    const hash = textOf(value["geohash"]);
    if (hash !== undefined) return parsePoint(hash);
    for (const key of Object.keys(value))
      if (key !== "lat" && key !== "lon") throw parseError("field must be either [lat], [lon] or [geohash]");
    if (value["lat"] === undefined) throw parseError("field [lat] missing");
    if (value["lon"] === undefined) throw parseError("field [lon] missing");
    return { lat: degrees(value["lat"], "latitude"), lon: degrees(value["lon"], "longitude") };
  }
  if (typeof value !== "string") throw parseError("geo_point expected");
  const wkt = /^\s*POINT\s*\(\s*(\S+)\s+(\S+)\s*\)\s*$/i.exec(value);
  if (wkt) return { lon: degrees(wkt[1], "longitude"), lat: degrees(wkt[2], "latitude") };
  if (value.includes(",")) {
    const parts = value.split(",");
    if (parts.length > 3)
      throw parseError(`failed to parse [${value}], expected 2 or 3 coordinates but found: [${parts.length}]`);
    const [lat, lon] = parts.map((part) => Number(part.trim()));
    if (lat === undefined || Number.isNaN(lat)) throw parseError("latitude must be a number");
    if (lon === undefined || Number.isNaN(lon)) throw parseError("longitude must be a number");
    return { lat, lon };
  }
  const cell = geohashCell(value);
  return { lat: (cell.top + cell.bottom) / 2, lon: (cell.left + cell.right) / 2 };
}

const METRES: Readonly<Record<string, number>> = {
  in: 0.0254,
  inch: 0.0254,
  yd: 0.9144,
  yards: 0.9144,
  ft: 0.3048,
  feet: 0.3048,
  km: 1000,
  kilometers: 1000,
  NM: 1852,
  nmi: 1852,
  nauticalmiles: 1852,
  mm: 0.001,
  millimeters: 0.001,
  cm: 0.01,
  centimeters: 0.01,
  mi: 1609.344,
  miles: 1609.344,
  m: 1,
  meters: 1,
};

/** Metres in a unit of length. */
export function unitInMetres(unit: string): number {
  const metres = METRES[unit];
  if (metres === undefined)
    throw new EngineError(400, "illegal_argument_exception", `No distance unit match [${unit}]`);
  return metres;
}

/** Reads `5km`; a number without a unit is in `unit`. */
export function parseDistance(text: string, unit = "m"): number {
  const parts = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)(?:\s+(?=[a-zA-Z]))?([a-zA-Z]*)$/.exec(text.trim());
  const metres = parts?.[2] ? METRES[parts[2]] : unitInMetres(unit);
  if (!parts || metres === undefined || Number.isNaN(Number(parts[1])))
    throw new EngineError(400, "number_format_exception", `For input string: "${text}"`);
  return Number(parts[1]) * metres;
}
