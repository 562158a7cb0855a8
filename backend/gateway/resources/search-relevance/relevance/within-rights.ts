import { type FieldRights, maySee, searchRights } from "@backend/gateway/platform/access/field-rights";
import type { Relevance } from "@common/search-relevance/settings/schema";

type Search = NonNullable<Relevance["search"]>;

/** Stands for no field, so that a list of which nothing is left does not mean all fields. */
const NO_FIELD = "_none_";

// A pattern names no field; what it finds is bounded where the search is held against the caller's rights.
function named(fields: readonly string[] | undefined, allows: (field: string) => boolean): string[] | undefined {
  return fields?.filter((field) => field.includes("*") || allows(field));
}

function searched(
  { dataField, fieldWeights, distinctField, rankFeature, ...rest }: Search,
  rights: FieldRights,
): Search {
  const mayAsk = (field: string) => maySee(searchRights(rights), field);
  const kept = dataField?.flatMap((field, place) => (mayAsk(field) ? [{ field, weight: fieldWeights?.[place] }] : []));
  return {
    ...rest,
    ...(kept && kept.length !== dataField?.length
      ? { dataField: kept.map(({ field }) => field), fieldWeights: kept.map(({ weight }) => weight ?? "0") }
      : { dataField, fieldWeights }),
    ...(distinctField && maySee(rights, distinctField) ? { distinctField } : {}),
    ...(rankFeature
      ? { rankFeature: Object.fromEntries(Object.entries(rankFeature).filter(([field]) => mayAsk(field))) }
      : {}),
  };
}

function groupedBy(
  { dataField }: NonNullable<Relevance["aggregations"]>,
  sees: (field: string) => boolean,
): Pick<Relevance["aggregations"] & object, "dataField"> {
  return dataField ? { dataField: Object.fromEntries(Object.entries(dataField).filter(([field]) => sees(field))) } : {};
}

/**
 * Settings without the names of fields that a credential may not see or search: for it they are not there, and no
 * search of its fails on them.
 */
export function withinRights({ search, aggregations, results, ...rest }: Relevance, rights: FieldRights): Relevance {
  const sees = (field: string) => maySee(rights, field);
  const includes = named(results?.includeFields, sees);
  const isEmptied = includes?.length === 0 && results?.includeFields?.length !== 0;
  return {
    ...rest,
    ...(search ? { search: searched(search, rights) } : {}),
    ...(aggregations ? { aggregations: { ...aggregations, ...groupedBy(aggregations, sees) } } : {}),
    ...(results
      ? {
          results: {
            ...results,
            includeFields: isEmptied ? [NO_FIELD] : includes,
            excludeFields: named(results.excludeFields, sees),
            highlightFields: named(results.highlightFields, sees),
            ...(results.sortOptions
              ? {
                  sortOptions: results.sortOptions.filter(
                    ({ dataField }) => dataField === undefined || sees(dataField),
                  ),
                }
              : {}),
          },
        }
      : {}),
  };
}
