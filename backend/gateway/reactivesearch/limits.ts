import type { JsonObject } from "@common/json";
import type { Caller } from "../auth/types";
import { Refusal } from "./request/refusal";
import type { Query, SearchRequest } from "./request/schema";

function requireWithin({ config, query }: { config: { maxSize?: number | undefined; maxAggregationSize?: number | undefined }; query: Query }): void {
  const { maxSize, maxAggregationSize } = config;
  const size = numberIn(query.defaultQuery, "size") ?? query.size;
  if (maxSize !== undefined && size !== undefined && size > maxSize) throw new Refusal(`maximum allowed size is ${maxSize}`);
  if (maxAggregationSize !== undefined && query.aggregationSize !== undefined && query.aggregationSize > maxAggregationSize) {
    throw new Refusal(`maximum allowed aggregation size is ${maxAggregationSize}`);
  }
}

// What `defaultQuery` asks for wins over the query's own property, so it is what counts.
function numberIn(body: JsonObject | undefined, name: string): number | undefined {
  const value = body?.[name];
  return typeof value === "number" ? value : undefined;
}

/**
 * The request as a credential may make it: its lists of fields replace those of every query, and with `disableQueryDSL` queries in Elasticsearch's
 * own language are held back. Throws a Refusal where more is asked for than the credential allows. Users have no such limits.
 */
export function withinLimits(request: SearchRequest, caller: Caller): SearchRequest {
  if (caller.kind !== "credential") return request;
  const { reactivesearchConfig: config = {}, include_fields, exclude_fields } = caller.permission;
  const queries = request.queries.map((query): Query => {
    const allowed = config.disableQueryDSL ? { ...query, defaultQuery: undefined, customQuery: undefined, distinctFieldConfig: undefined } : query;
    requireWithin({ config, query: allowed });
    return {
      ...allowed,
      ...(include_fields && include_fields.length > 0 ? { includeFields: include_fields } : {}),
      ...(exclude_fields && exclude_fields.length > 0 ? { excludeFields: exclude_fields } : {}),
    };
  });
  return { ...request, queries };
}
