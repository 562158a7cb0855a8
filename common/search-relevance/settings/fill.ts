import type { JsonObject } from "../../text/json";
import type { Relevance } from "./schema";

/** How far a caller may go: what is filled in goes no further, so that nobody is refused for what he did not ask. */
export type FillLimits = { maxSize?: number | undefined; maxAggregationSize?: number | undefined };
/** What of a query says how it is filled; a value of another kind than it should be is the server's to refuse. */
export type Fillable = {
  [
    name in
      | "type"
      | "value"
      | "dataField"
      | "size"
      | "endpoint"
      | "queryString"
      | "searchOperators"
      | "highlight"
      | "highlightField"
      | "highlightConfig"
      | "customHighlight"
  ]?: unknown;
};
type Properties = Record<string, unknown>;

const isGiven = (value: unknown) => value !== undefined && value !== null;
const TYPES: readonly unknown[] = ["term", "range", "geo", "suggestion"];
const typeOf = ({ type }: Fillable) => (TYPES.includes(type) ? type : "search");

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

function ofAll({ language, results }: Relevance): Properties {
  return {
    searchLanguage: language?.language,
    includeFields: results?.includeFields,
    excludeFields: results?.excludeFields,
  };
}

// The two ways of reading a text are one choice: whoever made it has made all of it.
function reading({ queryString, searchOperators }: NonNullable<Relevance["search"]>, query: Fillable): Properties {
  return query.queryString || query.searchOperators ? {} : { queryString, searchOperators };
}

function fieldsOf({ dataField = [], fieldWeights = [] }: NonNullable<Relevance["search"]>): Properties {
  return dataField.length > 0 ? { dataField, fieldWeights: fieldWeights.map(Number) } : {};
}

function ofText({ search = {}, synonyms }: Relevance, query: Fillable): Properties {
  const { fuzziness, queryFormat } = search;
  return {
    ...reading(search, query),
    fuzziness: fuzziness !== undefined && /^\d/.test(fuzziness) ? Number(fuzziness) : fuzziness,
    queryFormat: queryFormat || undefined,
    enableSynonyms: synonyms?.enabled,
  };
}

// Options make no sense beside `highlight: false`, and are refused there.
function highlighting({ results = {} }: Relevance, query: Fillable): Properties {
  const { highlight, highlightFields = [], highlightOptions } = results;
  const highlightField = highlightFields.length > 0 ? highlightFields : undefined;
  if (!(query.highlight ?? highlight) || query.highlightConfig || query.customHighlight || !highlightOptions)
    return { highlight, highlightField };
  const named = query.highlightField ?? highlightField;
  const isNamed = Array.isArray(named) && named.length > 0;
  return {
    highlight,
    highlightField,
    highlightConfig: { ...highlightOptions, ...(isNamed ? { require_field_match: false } : {}) },
  };
}

function ofSearch(settings: Relevance, query: Fillable, limits: FillLimits): Properties {
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
function ofTerm({ aggregations = {} }: Relevance, query: Fillable, limits: FillLimits): Properties {
  const { size, sortBy, queryFormat } = aggregations;
  return {
    ...(size !== 0 && !isGiven(query.size) ? { aggregationSize: within(size, limits.maxAggregationSize) } : {}),
    sortBy: sortBy || undefined,
    queryFormat: queryFormat || undefined,
  };
}

function ofType(settings: Relevance, query: Fillable, limits: FillLimits): Properties {
  switch (typeOf(query)) {
    case "search":
    case "suggestion":
      return ofSearch(settings, query, limits);
    case "term":
      return ofTerm(settings, query, limits);
    case "range":
      return { includeNullValues: settings.aggregations?.includeNullValues };
    default:
      return {};
  }
}

/**
 * A query with what its index's settings say in the place of what it left out; what goes to another address stays as it
 * was sent.
 */
export function filled<Query extends Fillable>({
  query,
  settings,
  limits = {},
}: {
  query: Query;
  settings: Relevance;
  limits?: FillLimits;
}): Query {
  if (isGiven(query.endpoint)) return query;
  const given = new Set(Object.entries(query).flatMap(([name, value]) => (isGiven(value) ? [name] : [])));
  const properties = { ...ofAll(settings), ...ofType(settings, query, limits) };
  const left = Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => value !== undefined && !given.has(name)),
  );
  const isText = ["search", "suggestion"].includes(String(typeOf(query)));
  // Weights go by the place of their field, so those of a caller do not fit these fields.
  const fields = isText && isGiven(query.value) && !isGiven(query.dataField) ? fieldsOf(settings.search ?? {}) : {};
  return { ...query, ...left, ...fields };
}
