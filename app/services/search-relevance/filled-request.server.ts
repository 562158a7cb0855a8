import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { filled } from "@common/search-relevance/settings/fill";
import { readable } from "@common/search-relevance/settings/read";
import { sectionsWith } from "./declared";
import type { Draft } from "./draft/draft";

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

/** The record of an index as it will be once a draft is deployed. */
export function recordOfDraft(stored: { record: JsonObject }, draft: Pick<Draft, "values">): JsonObject {
  return { ...stored.record, ...sectionsWith(stored.record, draft.values) };
}

/**
 * A request to the search API with every query filled from a record as the server does it, and with the server's own
 * filling switched off. What only the server knows stays out of it: preferences of suggestions, and how far a
 * credential may go.
 */
export function filledRequest({ request, record }: { request: JsonObject; record: JsonObject }): JsonObject {
  const settings = readable(record);
  const queries = Array.isArray(request["query"]) ? request["query"] : [];
  const query = queries.map((one): JsonValue => (isJsonObject(one) ? filled({ query: one, settings }) : one));
  return { ...request, query, settings: { ...objectOf(request["settings"]), enableSearchRelevancy: false } };
}
