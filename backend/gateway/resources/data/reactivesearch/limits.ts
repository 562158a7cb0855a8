import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query, SearchRequest } from "./request/schema";

type Limits = { maxSize?: number | undefined; maxAggregationSize?: number | undefined };

function requireWithin({
  config: { maxSize, maxAggregationSize },
  query,
}: {
  config: Limits;
  query: Pick<Query, "defaultQuery" | "size" | "aggregationSize">;
}): void {
  const { defaultQuery = {}, size, aggregationSize } = query;
  // Both count, also where the other one would win.
  if (
    maxSize !== undefined &&
    [numberOf(defaultQuery["size"]), size].some((asked) => asked !== undefined && asked > maxSize)
  )
    throw new Refusal(`maximum allowed size is ${maxSize}`);
  if (maxAggregationSize === undefined) return;
  const asked = [...sizesIn(defaultQuery["aggs"]), ...sizesIn(defaultQuery["aggregations"]), aggregationSize ?? 0];
  if (asked.some((one) => one > maxAggregationSize))
    throw new Refusal(`maximum allowed aggregation size is ${maxAggregationSize}`);
}

/**
 * Refuses a search in Elasticsearch's language that asks for more than the caller's credential allows. Throws a
 * Refusal.
 */
export function requireSizes(body: JsonObject, caller: Caller): void {
  if (caller.kind !== "credential") return;
  requireWithin({ config: caller.credential.reactivesearchConfig ?? {}, query: { defaultQuery: body } });
}

// An engine reads a number that is given as text too.
function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value !== "number" && typeof value !== "string" && !(value instanceof LosslessNumber)) return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

// Sizes of aggregations, however deep they stand.
function sizesIn(value: JsonValue | undefined): number[] {
  if (Array.isArray(value)) return value.flatMap(sizesIn);
  if (value === undefined || !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "size" ? (numberOf(inner) ?? sizesIn(inner)) : sizesIn(inner),
  );
}

/**
 * The request as a credential may make it: its lists of fields replace those of every query, and with `disableQueryDSL`
 * queries in Elasticsearch's own language are held back. Throws a Refusal where more is asked for than the credential
 * allows. Users have no such limits.
 */
export function withinLimits(request: SearchRequest, caller: Caller): SearchRequest {
  if (caller.kind !== "credential") return request;
  const { reactivesearchConfig: config = {}, include_fields, exclude_fields } = caller.credential;
  const queries = request.queries.map((query): Query => {
    const allowed = config.disableQueryDSL
      ? { ...query, defaultQuery: undefined, customQuery: undefined, distinctFieldConfig: undefined }
      : query;
    requireWithin({ config, query: allowed });
    return {
      ...allowed,
      ...(include_fields && include_fields.length > 0 ? { includeFields: include_fields } : {}),
      ...(exclude_fields && exclude_fields.length > 0 ? { excludeFields: exclude_fields } : {}),
    };
  });
  return { ...request, queries };
}
