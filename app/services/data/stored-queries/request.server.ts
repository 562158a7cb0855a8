import type { JsonObject } from "@common/text/json";
import { apiPath } from "~/services/platform/http/path";

/** The call that runs a stored query with parameters over its own. */
export function executeRequest(id: string, params: JsonObject) {
  return { method: "POST", path: apiPath`/_storedquery/${id}/execute`, json: { params } } as const;
}
