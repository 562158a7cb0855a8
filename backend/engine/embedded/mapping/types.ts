import type { JsonObject, JsonValue } from "@common/text/json";
import type { Analyzer, Normalizer } from "../analysis/types";
import type { FieldValues } from "../store/types";

/** How near two vectors are, by OpenSearch's names; `dot_product` is Elasticsearch's for vectors of length 1. */
export type VectorSpace = "l2" | "cosinesimil" | "innerproduct" | "dot_product" | "l1" | "linf";

/** What a field of vectors holds. */
export type VectorField = { dims: number; space: VectorSpace };

/** How a field is stored, and so which queries, sorts and aggregations it can serve. */
export type FieldKind =
  | "text"
  | "keyword"
  | "number"
  | "date"
  | "boolean"
  | "ip"
  | "geo_point"
  | "rank_feature"
  | "rank_features"
  | "vector"
  | "stored_only";

/** One leaf of a mapping, multi-fields included (`title` and `title.keyword` are two). */
export type FieldType = {
  path: string;
  /** The mapping's `type`: `text`, `long`, `date`, … */
  type: string;
  kind: FieldKind;
  indexed: boolean;
  docValues: boolean;
  norms: boolean;
  /** `index_options` gives positions (text without `docs` or `freqs`). */
  positions: boolean;
  indexPhrases: boolean;
  fielddata: boolean;
  analyzer?: Analyzer;
  searchAnalyzer?: Analyzer;
  searchQuoteAnalyzer?: Analyzer;
  normalizer?: Normalizer;
  ignoreAbove?: number;
  /** Date formats, in order of trial (`strict_date_optional_time||epoch_millis`). */
  format?: string;
  nullValue?: JsonValue;
  scalingFactor?: number;
  /** Of fields of vectors: how many numbers each has, and what makes two near. */
  vector?: VectorField;
  /** The path of the nested object that holds the field, if any. */
  nestedPath?: string;
  /** The field that this one is a multi-field of. */
  parent?: string;
  /** The raw mapping of the leaf, as `GET _mapping` shows it. */
  definition: JsonObject;
};

/** What a document gives to the index, and what it adds to the mapping (dynamic fields), if anything. */
export type ParsedDocument = {
  /** By field path; hidden helper fields (`title._index_phrase`) included. */
  fields: Map<string, FieldValues>;
  /** The mapping with the document's new fields, when there are any. */
  mapping?: Mapping;
  /** Fields that were left out by `ignore_above` or `ignore_malformed`. */
  ignored: string[];
  /** Objects of nested fields in the order of the document, each before those inside of it. */
  nested: NestedObject[];
};

/**
 * One object of a nested field, with its own fields by full path. `parent` is the nested field whose last object before
 * it it is a part of, if any.
 */
export type NestedObject = { path: string; parent: string | undefined; fields: Map<string, FieldValues> };

/** An immutable mapping of one index. A change makes a new one. */
export type Mapping = {
  /** The leaf at a path; aliases lead to their target. `title._index_phrase` is there too, but not among `fields()`. */
  field(path: string): FieldType | undefined;
  /** All leaves, in the order of the mapping. */
  fields(): Iterable<FieldType>;
  /** Leaves whose path fits a pattern with `*`. */
  matching(pattern: string): FieldType[];
  /** True where the path is an object or nested object. */
  isObject(path: string): boolean;
  isNested(path: string): boolean;
  /** `{ dynamic?, properties: … }` as `GET _mapping` answers it. */
  toJson(): JsonObject;
  /** A new mapping with `change` merged in. Throws EngineError when it conflicts. */
  merge(change: JsonObject): Mapping;
  /** Throws `mapper_parsing_exception` where the source does not fit; `id` stands in its words. */
  parseDocument(source: JsonObject, id?: string): ParsedDocument;
  /**
   * The same for a document that is stored already: vectors and features that an older engine took unread, and that do
   * not fit, are left out.
   */
  parseStored(source: JsonObject): ParsedDocument;
};
