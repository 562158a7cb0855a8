import type { JsonObject } from "@common/text/json";
import { RULES_LIMITS } from "@common/limits/rules";
import { splitIndices } from "@backend/gateway/platform/access/indices";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { IndexBehind, IndicesBehind } from "@backend/gateway/resources/indices/names-behind";
import type { Facts } from "../facts";
import { factsOf, isTextQuery, queriesOf } from "./facts-of";

/** One way in which a search can be read: `only` is the id of the query that is meant, null for all of them. */
export type Reading = { facts: Facts; only: string | null };

const indexOf = ({ index }: JsonObject): string[] => (typeof index === "string" ? splitIndices(index) : []);

/** The indices that a search names in its path and in its queries. */
export function namedIndices(raw: JsonObject, { indices }: Pick<SignedContext, "indices">): string[] {
  return [...new Set([...indices, ...queriesOf(raw).flatMap(indexOf)])];
}

function withQuery(
  facts: Facts,
  { query, type, index }: { query: string; type: string; index: readonly string[] },
): Facts {
  return { ...facts, values: { ...facts.values, query, type, index } };
}

/** Ways in which a search can be read; `isEachIndex`: every index of it is among them by itself. */
export type Readings = { each: readonly Reading[]; isEachIndex: boolean };

const LIMITS = {
  alone: RULES_LIMITS.indicesAlone.most,
  combined: RULES_LIMITS.indicesWithQueries.most,
  queries: RULES_LIMITS.queriesRead.most,
};

/**
 * All the ways beside the plain one in which a search that was sent can be read; null for one of so many queries that
 * they are not gone through. What keeps something back must not be passed by another name of an index or a second
 * query: it holds where it holds in one of these. What says where it does not hold has to be asked of each index by
 * itself: of a search over too many it holds, whatever its condition.
 */
export async function readingsOf(
  raw: JsonObject,
  { context, indicesBehind }: { context: SignedContext; indicesBehind: IndicesBehind },
): Promise<Readings | null> {
  const queries = queriesOf(raw);
  if (queries.length > LIMITS.queries) return null;
  const base = factsOf(raw, context);
  const lower = (names: readonly string[]) => [...new Set(names.map((name) => name.toLowerCase()))];
  const behind = async (names: readonly string[]) => (names.length === 0 ? [] : await indicesBehind(names.join(",")));
  const allOf = async (names: readonly string[]): Promise<Named> => {
    const each = (await behind(names)).map(namesOf);
    return {
      all: lower([...names, ...each.flat()]),
      each: each.length > 0 ? each.map(lower) : lower(names).map((name) => [name]),
    };
  };
  const found = await allOf(context.indices);
  const plain = { query: String(base.values.query), type: String(base.values.type) };
  const readings: Reading[] = [];
  const read = (
    query: string,
    { type, index, only }: { type: string; index: readonly string[]; only: string | null },
  ) => readings.push({ facts: withQuery(base, { query, type, index }), only });
  let isEachIndex = true;
  const aloneOf = (names: Named, most: number) => {
    isEachIndex &&= names.each.length <= most;
    return [names.all, ...(names.each.length <= most ? names.each : [])];
  };
  for (const index of aloneOf(found, LIMITS.alone)) read(plain.query, { type: plain.type, index, only: null });
  for (const query of queries) {
    const named = indexOf(query);
    const own = factsOf({ ...raw, query: [query] }, context);
    const index = named.length > 0 ? await allOf(named) : found;
    const only = typeof query["id"] === "string" ? query["id"] : "";
    const text = isTextQuery(query) ? String(own.values.query) : plain.query;
    for (const one of aloneOf(index, Math.min(LIMITS.alone, LIMITS.combined / queries.length)))
      read(text, { type: String(own.values.type), index: one, only });
  }
  return { each: readings, isEachIndex };
}

// All names of some indices, and those of each.
type Named = { all: readonly string[]; each: readonly (readonly string[])[] };
const namesOf = ({ index, aliases }: IndexBehind): string[] => [index, ...aliases];
