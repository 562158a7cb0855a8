import { isJsonObject, type JsonObject, LosslessNumber } from "@common/text/json";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { nested } from "./nested";
import { type Clause, isGiven } from "./types";

function missing(name: string): Refusal {
  return new Refusal(`invalid geo value, '${name}' field is missing`);
}

function invalid(name: string): Refusal {
  return new Refusal(`invalid ${name} value in geo query`);
}

function textOf(value: JsonObject, name: string, path = name): string {
  const part = value[name];
  if (!isGiven(part)) throw missing(path);
  if (typeof part !== "string") throw invalid(name);
  return part;
}

function distanceClause(value: JsonObject): (field: string) => JsonObject {
  for (const name of ["distance", "unit", "location"]) if (!isGiven(value[name])) throw missing(name);
  const { distance } = value;
  if (typeof distance !== "number" && !(distance instanceof LosslessNumber)) throw invalid("distance");
  const unit = textOf(value, "unit");
  const location = textOf(value, "location");
  // The real server cuts the fraction off [recorded].
  return (field) => ({ geo_distance: { distance: `${Math.trunc(Number(distance))}${unit}`, [field]: location } });
}

function boxClause(value: JsonObject): (field: string) => JsonObject {
  const box = value["geoBoundingBox"];
  if (box === undefined || !isJsonObject(box)) throw new Refusal("invalid geo value, geoBoundingBox must be an object");
  for (const name of ["topLeft", "bottomRight"]) if (!isGiven(box[name])) throw missing(`geoBoundingBox.${name}`);
  const top_left = textOf(box, "topLeft");
  const bottom_right = textOf(box, "bottomRight");
  return (field) => ({ geo_bounding_box: { [field]: { top_left, bottom_right } } });
}

/**
 * The clause of a geo query: within a distance of a place, or in a box; null without a value. Throws a Refusal where
 * parts are missing.
 */
export function geoClause(query: Query): Clause {
  const { value } = query;
  if (!isGiven(value)) return null;
  if (!isJsonObject(value)) throw new Refusal("invalid geo value");
  const clause = isGiven(value["geoBoundingBox"]) ? boxClause(value) : distanceClause(value);
  const [first] = dataFields(query);
  if (!first) throw new Refusal("field 'dataField' cannot be empty");
  return nested(clause(first.field), query);
}
