import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { Refusal } from "../request/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { isGiven } from "./types";

const ORDERS = new Set(["asc", "desc", "count"]);

function sortItem(item: JsonValue, order: string): JsonObject[] {
  // Best first is the only order in which a score makes sense.
  if (typeof item === "string") return [{ [item]: { order: item === "_score" ? "desc" : order } }];
  if (!isJsonObject(item)) return [];
  return Object.entries(item).map(([field, own]) => {
    if (typeof own !== "string" || !ORDERS.has(own)) throw new Refusal(`invalid sortBy encountered: ${String(own)}`);
    return { [field]: { order: own } };
  });
}

/** The sort of a search query; null where none is asked for. Throws a Refusal without a field to sort by. */
export function sortOf(query: Query): JsonObject[] | null {
  const { sortBy, sortField } = query;
  if (query.type !== "search" || (sortBy === undefined && !isGiven(sortField))) return null;
  const [first] = dataFields(query);
  const order = sortBy ?? "asc";
  if (isGiven(sortField)) {
    if (typeof sortField !== "string" && !Array.isArray(sortField)) {
      throw new Refusal("invalid value passed for `sortField`, only array and string are accepted!");
    }
    return (Array.isArray(sortField) ? sortField : [sortField]).flatMap((item) => sortItem(item, order));
  }
  if (!first) throw new Refusal("field 'dataField' or `sortField` must be present to apply 'sortBy' property");
  return [{ [first.field]: { order } }];
}
