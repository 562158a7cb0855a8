// What texts are used for, in words. A file of its own: what reads mappings brings a JSON parser along.
import type { UseCase } from "./mapping-fields";

export const useCaseNames: Readonly<Record<UseCase, string>> = {
  searchaggs: "Search and aggregate",
  search: "Search",
  aggs: "Aggregate",
  none: "Not indexed",
};
