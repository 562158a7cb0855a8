import type { JsonObject } from "@common/json";
import type { Query } from "../reactivesearch/request/schema";
import type { Relevancy } from "./schema";

/** How far a caller may go: what is filled in goes no further, so that nobody is refused for what he did not ask. */
export type FillLimits = { maxSize?: number | undefined; maxAggregationSize?: number | undefined };
type Properties = Partial<Query>;

const isGiven = (value: unknown) => value !== undefined && value !== null;

function within(size: number | undefined, most: number | undefined): number | undefined {
  return size === undefined ? undefined : Math.min(size, most ?? size);
}

// Numbers that are kept as text.
function numbers(value: object): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
      if (inner === undefined || inner === null) return [];
      return [[name, typeof inner === "object" ? numbers(inner) : Number(inner)]];
    }),
  );
}

function ofAll({ language, results }: Relevancy): Properties {
  return { searchLanguage: language?.language, includeFields: results?.includeFields, excludeFields: results?.excludeFields };
}

// The two ways of reading a text are one choice: whoever made it has made all of it.
function reading({ queryString, searchOperators }: NonNullable<Relevancy["search"]>, query: Query): Properties {
  return query.queryString || query.searchOperators ? {} : { queryString, searchOperators };
}

function fieldsOf({ dataField = [], fieldWeights = [] }: NonNullable<Relevancy["search"]>): Properties {
  return dataField.length > 0 ? { dataField, fieldWeights: fieldWeights.map(Number) } : {};
}

function ofText({ search = {}, synonyms }: Relevancy, query: Query): Properties {
  const { fuzziness, queryFormat } = search;
  return {
    ...reading(search, query),
    fuzziness: fuzziness !== undefined && /^\d/.test(fuzziness) ? Number(fuzziness) : fuzziness,
    queryFormat: queryFormat || undefined,
    enableSynonyms: synonyms?.enabled,
  };
}

// Options make no sense beside `highlight: false`, and are refused there.
function highlighting({ results = {} }: Relevancy, query: Query): Properties {
  const { highlight, highlightFields = [], highlightOptions } = results;
  const highlightField = highlightFields.length > 0 ? highlightFields : undefined;
  if (!(query.highlight ?? highlight) || query.highlightConfig || query.customHighlight || !highlightOptions) return { highlight, highlightField };
  const isNamed = (query.highlightField ?? highlightField ?? []).length > 0;
  return { highlight, highlightField, highlightConfig: { ...highlightOptions, ...(isNamed ? { require_field_match: false } : {}) } };
}

function ofSearch(settings: Relevancy, query: Query, limits: FillLimits): Properties {
  const { rankFeature = {}, distinctField } = settings.search ?? {};
  return {
    ...highlighting(settings, query),
    ...(Object.keys(rankFeature).length > 0 ? { rankFeature: numbers(rankFeature) } : {}),
    distinctField: distinctField || undefined,
    size: within(settings.results?.size, limits.maxSize),
    ...(isGiven(query.value) ? ofText(settings, query) : {}),
  };
}

// Older clients give the number of buckets as `size`.
function ofTerm({ aggregations = {} }: Relevancy, query: Query, limits: FillLimits): Properties {
  const { size, sortBy, queryFormat } = aggregations;
  return {
    ...(size !== 0 && query.size === undefined ? { aggregationSize: within(size, limits.maxAggregationSize) } : {}),
    sortBy: sortBy || undefined,
    queryFormat: queryFormat || undefined,
  };
}

function ofType(settings: Relevancy, query: Query, limits: FillLimits): Properties {
  if (query.type === "search" || query.type === "suggestion") return ofSearch(settings, query, limits);
  if (query.type === "term") return ofTerm(settings, query, limits);
  return query.type === "range" ? { includeNullValues: settings.aggregations?.includeNullValues } : {};
}

/** A query with what its index's settings say in the place of what it left out; what goes to another address stays as it was sent. */
export function filled({ query, settings, limits = {} }: { query: Query; settings: Relevancy; limits?: FillLimits }): Query {
  if (query.endpoint) return query;
  const given = new Set(Object.entries(query).flatMap(([name, value]) => (isGiven(value) ? [name] : [])));
  const properties = { ...ofAll(settings), ...ofType(settings, query, limits) };
  const left = Object.fromEntries(Object.entries(properties).filter(([name, value]) => value !== undefined && !given.has(name)));
  const isText = query.type === "search" || query.type === "suggestion";
  // Weights go by the place of their field, so that those of a caller are none of these fields'.
  const fields = isText && isGiven(query.value) && !isGiven(query.dataField) ? fieldsOf(settings.search ?? {}) : {};
  return { ...query, ...left, ...fields };
}
