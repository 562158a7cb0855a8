import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

/** Members of a search body that find documents beside its query. */
const BESIDE = new Set(["suggest", "knn", "retriever", "sub_searches", "rank"]);
const AGGREGATIONS = new Set(["aggs", "aggregations"]);

// A global aggregation counts all documents of the index, whatever the query says.
function withoutGlobal(aggregations: JsonValue): JsonValue {
  if (!isJsonObject(aggregations)) return aggregations;
  return Object.fromEntries(
    Object.entries(aggregations).flatMap(([name, one]): [string, JsonValue][] => {
      if (!isJsonObject(one)) return [[name, one]];
      if ("global" in one) return [];
      return [
        [
          name,
          Object.fromEntries(
            Object.entries(one).map(([key, inner]) => [key, AGGREGATIONS.has(key) ? withoutGlobal(inner) : inner]),
          ),
        ],
      ];
    }),
  );
}

function withinQuery(body: JsonValue | undefined): JsonValue | undefined {
  if (body === undefined || !isJsonObject(body)) return body;
  const open = Object.entries(body).filter(([name]) => !BESIDE.has(name));
  return Object.fromEntries(open.map(([name, value]) => [name, AGGREGATIONS.has(name) ? withoutGlobal(value) : value]));
}

/** A query whose parts in Elasticsearch's language find nothing beside what it asks: no filter would hold them. */
export function withoutWaysRound(query: JsonObject): JsonObject {
  const [own, custom] = [withinQuery(query["defaultQuery"]), withinQuery(query["customQuery"])];
  return {
    ...query,
    ...(own === undefined ? {} : { defaultQuery: own }),
    ...(custom === undefined ? {} : { customQuery: custom }),
  };
}
