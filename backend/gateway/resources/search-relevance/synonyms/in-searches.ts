import { type CompiledGroups, type Occurrence, occurrencesIn } from "@common/search-relevance/synonyms/groups-in-text";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Query, SearchRequest } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import type { SynonymsOfSearch } from "./of-search";

/** The text that a query asks for, as its translation has it; null where synonyms have no part in it. */
function textOf({ type, value, enableSynonyms, queryString, searchOperators, endpoint }: Query): string | null {
  const isText = (type === "search" || type === "suggestion") && endpoint === undefined;
  // Who writes operators says himself what is looked for.
  if (!isText || enableSynonyms === false || queryString || searchOperators) return null;
  const texts = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
  return texts.length === 0 ? null : texts.join(" ");
}

// Of several indices each may have groups for the same words.
function together(lists: readonly CompiledGroups[], text: string): readonly Occurrence[] {
  const [first, ...more] = lists.map((groups) => occurrencesIn(text, groups));
  if (first === undefined || more.length === 0) return first ?? [];
  const found = new Map<number, Occurrence>();
  for (const one of [first, ...more].flat()) {
    const known = found.get(one.from);
    if (!known) found.set(one.from, one);
    else if (known.to === one.to)
      found.set(one.from, {
        ...known,
        alternatives: [
          ...known.alternatives,
          ...one.alternatives.filter(({ text: other }) => !known.alternatives.some(({ text: own }) => own === other)),
        ],
        groups: [...new Set([...known.groups, ...one.groups])],
      });
    else if (known.to < one.to) found.set(one.from, one);
  }
  return withoutOverlaps([...found.values()].sort((a, b) => a.from - b.from));
}

function withoutOverlaps(occurrences: readonly Occurrence[]): Occurrence[] {
  let end = 0;
  return occurrences.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/**
 * A request whose text queries know the other words that they are to find: those of the groups kept for the indices
 * that they search, unless they say `enableSynonyms: false`.
 */
export async function withSynonyms(
  request: SearchRequest,
  { synonymsOfSearch, context }: { synonymsOfSearch: SynonymsOfSearch; context: Pick<SignedContext, "indices"> },
): Promise<SearchRequest> {
  const queries = request.queries.map(async (query): Promise<Query> => {
    const text = textOf(query);
    if (text === null) return query;
    const groups = await synonymsOfSearch(query.index === undefined ? context.indices : query.index.split(","));
    const occurrences = groups.length === 0 ? [] : together(groups, text);
    if (occurrences.length === 0) return query;
    return { ...query, synonyms: { text, occurrences } };
  });
  return { ...request, queries: await Promise.all(queries) };
}
