import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { javaDouble } from "./numbers";
import { javaText } from "./nodes";

export type Point = { lat: number; lon: number };

const BASE32 = "0123456789bcdefghjkmnpqrstuvwxyz";
const parseError = (reason: string) => new EngineError(400, "parse_exception", reason);

/** The corners of a geohash cell. Throws `illegal_argument_exception` for a letter that geohashes do not have. */
export function geohashCell(hash: string): { south: number; north: number; west: number; east: number } {
  const cell = { south: -90, north: 90, west: -180, east: 180 };
  let even = true;
  for (const char of hash.toLowerCase()) {
    const value = BASE32.indexOf(char);
    if (value < 0) throw illegalArgument(`unsupported symbol [${char}] in geohash [${hash}]`);
    for (let bit = 4; bit >= 0; bit--) {
      const high = ((value >> bit) & 1) === 1;
      if (even) {
        const middle = (cell.west + cell.east) / 2;
        if (high) cell.west = middle;
        else cell.east = middle;
      } else {
        const middle = (cell.south + cell.north) / 2;
        if (high) cell.south = middle;
        else cell.north = middle;
      }
      even = !even;
    }
  }
  return cell;
}

function coordinate(value: JsonValue | undefined, name: "lat" | "lon"): number {
  if (value === undefined || value === null) throw parseError(`field [${name}] missing`);
  if (typeof value === "object" && isJsonObject(value))
    throw parseError(`${name === "lat" ? "latitude" : "longitude"} must be a number`);
  const number = Number(javaText(value));
  if (javaText(value).trim() === "" || Number.isNaN(number))
    throw parseError(`[${name === "lat" ? "latitude" : "longitude"}] must be a valid double value`);
  return number;
}

function fromText(text: string): Point {
  if (text.includes(",")) {
    const parts = text.split(",").map((part) => part.trim());
    if (parts.length > 3)
      throw parseError(`failed to parse [${text}], expected 2 or 3 coordinates but found: [${parts.length}]`);
    const [lat = "", lon = ""] = parts;
    if (lat === "" || Number.isNaN(Number(lat))) throw parseError("latitude must be a number");
    if (lon === "" || Number.isNaN(Number(lon))) throw parseError("longitude must be a number");
    return { lat: Number(lat), lon: Number(lon) };
  }
  const wkt = /^POINT\s*(?:Z\s*)?\(\s*([^\s)]+)\s+([^\s)]+)(?:\s+[^\s)]+)?\s*\)$/i.exec(text.trim());
  if (wkt) return { lat: coordinate(wkt[2], "lat"), lon: coordinate(wkt[1], "lon") };
  try {
    const { south, north, west, east } = geohashCell(text);
    // The peer takes the south-western corner of the cell, not its middle.
    return north > south && east > west ? { lat: south, lon: west } : { lat: south, lon: west };
  } catch (error) {
    if (error instanceof EngineError) throw parseError(error.reason);
    throw error;
  }
}

function fromObject(value: JsonObject): Point {
  const geohash = value["geohash"];
  if (typeof geohash === "string") return fromText(geohash);
  if (typeof value["type"] === "string" && Array.isArray(value["coordinates"]))
    return fromNumbers(value["coordinates"]);
  for (const key of Object.keys(value))
    if (key !== "lat" && key !== "lon" && key !== "z")
      throw parseError(`field must be either [lon], [lat], [z], [geohash]`);
  return { lat: coordinate(value["lat"], "lat"), lon: coordinate(value["lon"], "lon") };
}

function fromNumbers(values: readonly JsonValue[]): Point {
  if (values.length < 2 || values.length > 3) throw parseError("only two or three values expected");
  return { lon: coordinate(values[0], "lon"), lat: coordinate(values[1], "lat") };
}

/**
 * A point in any of Elasticsearch's forms: `{ lat, lon }`, `"lat,lon"`, `[lon, lat]`, geohash, `POINT (lon lat)`,
 * GeoJSON. Ranges are not checked.
 */
export function parsePoint(value: JsonValue): Point {
  if (Array.isArray(value)) return fromNumbers(value);
  if (typeof value === "string") return fromText(value);
  if (isJsonObject(value)) return fromObject(value);
  throw parseError("geo_point expected");
}

/** Throws where latitude or longitude are beyond the globe. */
export function checkPoint({ lat, lon }: Point, field: string): void {
  if (!(lat >= -90 && lat <= 90)) throw illegalArgument(`illegal latitude value [${javaDouble(lat)}] for ${field}`);
  if (!(lon >= -180 && lon <= 180)) throw illegalArgument(`illegal longitude value [${javaDouble(lon)}] for ${field}`);
}
