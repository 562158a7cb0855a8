import { isJsonObject, type JsonObject } from "@common/text/json";
import type { Query } from "../request/schema";
import { ownClauseOf, withPins } from "./by-type";
import { rankedByVector } from "./knn";
import { optionsOf } from "./options";
import { reactTo, type Reaction } from "./react";
import type { SearchBody } from "./types";

const ALL: JsonObject = { match_all: {} };

function clauseFor(query: Query, { clauses }: Reaction): JsonObject {
  const given = query.defaultQuery?.["query"];
  const byDefault = given !== undefined && isJsonObject(given) ? given : null;
  if (clauses.length === 0) return withPins(byDefault ?? ownClauseOf(query), query) ?? ALL;
  // A default query stands in the place of the value here, even one without a `query`.
  const asksValue = query.defaultQuery === undefined && (query.type === "search" || query.type === "suggestion");
  const own = withPins(byDefault ?? (asksValue ? ownClauseOf(query) : null), query);
  return { bool: { must: own ? [...clauses, own] : clauses } };
}

/**
 * One query as an Elasticsearch search body. `queries` are all of its request, executed or not: those that it reacts
 * to. Throws a Refusal.
 */
export function translateQuery({
  query,
  queries,
  backend,
}: {
  query: Query;
  queries: readonly Query[];
  backend: string;
}): SearchBody {
  const reaction = reactTo(query, queries);
  const { query: _own, ...more } = query.defaultQuery ?? {};
  const body: JsonObject = { ...reaction.options, query: clauseFor(query, reaction), ...optionsOf(query), ...more };
  return rankedByVector({ body, query, backend });
}
