import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { comparedQuery } from "@common/search-relevance/rule-expression/query-text";
import { isIPv6 } from "node:net";
import { addressOf } from "@backend/gateway/resources/analytics/visitors/visitor";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Facts } from "../facts";

const texts = (value: JsonValue | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item) =>
    item === undefined || item === null || typeof item === "object" ? [] : [String(item).toLowerCase()],
  );

/** The queries of a request as it was sent. */
export function queriesOf(raw: JsonObject): JsonObject[] {
  const { query } = raw;
  return Array.isArray(query) ? query.filter(isJsonObject) : [];
}

const typeOf = ({ type }: JsonObject) => (typeof type === "string" ? type : "search");

/** Whether a query searches for a text that a visitor wrote. */
export function isTextQuery(query: JsonObject): boolean {
  return typeOf(query) === "search" || typeOf(query) === "suggestion";
}

// The first data field; an object names it by `field`.
function firstField({ dataField }: JsonObject): string | undefined {
  const [first] = [dataField].flat();
  if (typeof first === "string") return first;
  return first !== undefined && isJsonObject(first) && typeof first["field"] === "string" ? first["field"] : undefined;
}

function filtersOf(queries: readonly JsonObject[]): Map<string, string[]> {
  const filters = new Map<string, string[]>();
  for (const query of queries) {
    const field = firstField(query)?.toLowerCase();
    if (typeOf(query) !== "term" || field === undefined) continue;
    filters.set(field, [...(filters.get(field) ?? []), ...texts(query["value"])]);
  }
  return filters;
}

/** What a request of the search API tells to the expressions of rules. */
export function factsOf(raw: JsonObject, context: SignedContext): Facts {
  const queries = queriesOf(raw);
  const searched =
    queries.find((query) => isTextQuery(query) && texts(query["value"]).some((value) => value !== "")) ??
    queries.find(isTextQuery) ??
    queries[0];
  const settings = raw["settings"] !== undefined && isJsonObject(raw["settings"]) ? raw["settings"] : {};
  const events =
    settings["customEvents"] !== undefined && isJsonObject(settings["customEvents"]) ? settings["customEvents"] : {};
  const { headers } = context;
  const address = addressOf(context);
  return {
    values: {
      query: searched && isTextQuery(searched) ? comparedQuery(texts(searched["value"]).join(" ")) : "",
      type: searched ? typeOf(searched) : "",
      index: context.indices.map((index) => index.toLowerCase()),
      origin: (headers.origin ?? "").toLowerCase(),
      referer: (headers.referer ?? "").toLowerCase(),
      path: context.path.toLowerCase(),
      category: "reactivesearch",
      acl: "reactivesearch",
      ipv4: isIPv6(address) ? "" : address,
      ipv6: isIPv6(address) ? address.toLowerCase() : "",
    },
    filter: filtersOf(queries),
    customEvents: new Map(Object.entries(events).map(([name, value]) => [name.toLowerCase(), texts(value)])),
  };
}
