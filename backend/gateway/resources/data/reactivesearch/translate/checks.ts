import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { isGiven } from "./types";

/** Throws a Refusal where a query contradicts itself, executed or not; the order is that of the real server. */
export function checkQuery(query: Query): void {
  if (query.type === "geo" && dataFields(query).length > 1)
    throw new Refusal("field 'dataField' can not have multiple fields for 'geo' query");
  if (query.highlightConfig && !query.highlight) {
    throw new Refusal("`highlightConfig` will be ignored when `highlight` is not passed or set to `false`");
  }
  if (query.type === "suggestion" && isGiven(query.value) && typeof query.value !== "string") {
    throw new Refusal("Expected query.value to be of type string, but got a different type");
  }
  if (query.endpoint && !query.endpoint.url) {
    throw new Refusal(
      "`endpoint.url` is a required property when `endpoint` is passed. Remove the `endpoint` property if it's not used.",
    );
  }
}
