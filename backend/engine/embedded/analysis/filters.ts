import type { FilterFactory } from "./parts";
import { simpleFilters } from "./simple-filters";
import { stopFilter } from "./stop-filter";

/** Token filters by the `type` of their settings; every one that needs no settings also works under its own name. */
export const filterFactories: ReadonlyMap<string, FilterFactory> = new Map<string, FilterFactory>([...simpleFilters, ["stop", stopFilter]]);

/** Filters that a normalizer may use: they work on single characters. */
export const NORMALIZING: ReadonlySet<string> = new Set([
  "arabic_normalization", "asciifolding", "bengali_normalization", "cjk_width", "decimal_digit", "elision", "german_normalization", "hindi_normalization", "indic_normalization",
  "lowercase", "pattern_replace", "persian_normalization", "scandinavian_folding", "scandinavian_normalization", "serbian_normalization", "sorani_normalization", "trim", "uppercase",
]);
