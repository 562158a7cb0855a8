import { isJsonObject, type JsonObject } from "@common/text/json";

/**
 * Version 2 of a record: the places of its result clicks beside the objects that hold them. Null where nothing is to be
 * done.
 */
export function withClickPositions(record: JsonObject): JsonObject | null {
  const hits = record["hits_in_response"];
  if (record["result_click_position_ids"] !== undefined || !Array.isArray(hits)) return null;
  const places = hits
    .filter(isJsonObject)
    .flatMap(({ click, click_position }) =>
      click === true && typeof click_position === "number" ? [click_position] : [],
    );
  return places.length === 0 ? null : { ...record, result_click_position_ids: places };
}
