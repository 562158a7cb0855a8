import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { isGiven } from "./types";

const ORDERS = new Set(["asc", "desc", "count"]);

type Sort = { field: string; order: string };

// Best first is the only order in which a score makes sense.
function byName(field: string, order: string): Sort {
  return { field, order: field === "_score" ? "desc" : order };
}

function sortItem(item: JsonValue, place: number, order: string): Sort[] {
  if (typeof item === "string") return [byName(item, order)];
  if (!isJsonObject(item)) throw new Refusal(`invalid type passed in sortField array at index: ${place}`);
  return Object.entries(item).map(([field, own]) => {
    if (typeof own !== "string")
      throw new Refusal(`invalid sort value passed for index \`${place}\` and key: \`${field}\``);
    if (!ORDERS.has(own))
      throw new Refusal(`invalid value passed for \`sortBy\` for index \`${place}\` and key: \`${field}\``);
    return { field, order: own };
  });
}

function sortsOf(sortField: JsonValue, order: string): Sort[] {
  if (typeof sortField === "string") return [byName(sortField, order)];
  if (!Array.isArray(sortField))
    throw new Refusal("invalid value passed for `sortField`, only array and string are accepted!");
  // A field that is named twice sorts once, by what is said last.
  const sorts = sortField.flatMap((item, place) => sortItem(item, place, order));
  return [...new Map(sorts.map((sort) => [sort.field, sort])).values()];
}

/** The sort of a search query; null where none is asked for. Throws a Refusal without a field to sort by. */
export function sortOf(query: Query): JsonObject[] | null {
  const { sortBy, sortField } = query;
  if (query.type !== "search" || (sortBy === undefined && !isGiven(sortField))) return null;
  const [first] = dataFields(query);
  const order = sortBy ?? "asc";
  if (isGiven(sortField))
    return sortsOf(sortField, order).map(({ field, order: own }) => ({ [field]: { order: own } }));
  if (!first) throw new Refusal("field 'dataField' or `sortField` must be present to apply 'sortBy' property");
  return [{ [first.field]: { order } }];
}
