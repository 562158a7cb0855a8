import type { JsonObject, JsonValue } from "@common/text/json";
import type { SegmentReader, FieldReader } from "../store/types";
import type { Query } from "../query";
import type { Shard } from "../query/types";
import type { AggregationRequest } from "../aggs/types";
import type { HighlightRequest } from "./highlight/types";

export type SortOrder = "asc" | "desc";
export type SortMode = "min" | "max" | "avg" | "sum" | "median";
export type SortSpec =
  | { kind: "score"; order: SortOrder }
  | { kind: "doc"; order: SortOrder }
  | {
      kind: "field";
      field: string;
      order: SortOrder;
      mode: SortMode;
      /** `_first`, `_last`, or the value that stands for a missing one. */ missing: JsonValue;
      unmappedType?: string;
      format?: string;
      nested?: NestedSort;
    }
  | {
      kind: "geo";
      field: string;
      origins: readonly { lat: number; lon: number }[];
      order: SortOrder;
      mode: SortMode;
      unit: string;
      ignoreUnmapped: boolean;
      nested?: NestedSort;
    };

/** Sorting by the objects of a nested field: by which of them, and by how many of a document at most. */
export type NestedSort = {
  path: string;
  filter: Query | undefined;
  maxChildren: number;
  nested: NestedSort | undefined;
};

/** What of the source is shown: all, nothing, or by patterns. */
export type SourceFilter = { show: boolean; includes: readonly string[]; excludes: readonly string[] };
export type FieldRequest = { field: string; format?: string };

/** A parsed search body with its URL parameters. */
export type SearchRequest = {
  query: Query | undefined;
  postFilter: Query | undefined;
  from: number;
  size: number;
  sort: readonly SortSpec[];
  searchAfter: readonly JsonValue[] | undefined;
  /** Count exactly up to here; 0 means: no count at all. */
  trackTotalHits: number;
  trackScores: boolean;
  minScore: number | undefined;
  source: SourceFilter | undefined;
  fields: readonly FieldRequest[];
  docvalueFields: readonly FieldRequest[];
  /** `_none_` leaves the source and the ids out. */
  storedFields: readonly string[] | undefined;
  highlight: HighlightRequest | undefined;
  aggregations: AggregationRequest | undefined;
  explain: boolean;
  version: boolean;
  seqNoPrimaryTerm: boolean;
  /** Milliseconds, undefined for the engine's own limit. */
  timeout: number | undefined;
  terminateAfter: number | undefined;
  collapse: CollapseRequest | undefined;
};

/** How hits inside of hits are asked for: documents of a group, or objects of a nested field. */
export type InnerHitsRequest = { name: string | undefined; ignoreUnmapped: boolean; request: SearchRequest };

/** Collapsing hits by a field: the best of each value, with others of its value beside it. */
export type CollapseRequest = { field: string; innerHits: readonly InnerHitsRequest[] };

/** The value of a sort key: null where the document has none. */
export type SortValue = number | bigint | string | null;

/** A hit that was found, before anything of it was read. */
export type FoundHit = {
  shard: Shard;
  segment: SegmentReader;
  doc: number;
  position: number;
  score: number;
  values: SortValue[];
};

export type { JsonObject, Shard };

/** Matching live documents of a segment. Without `scores` all score `constant`. */
export type SegmentHits = {
  shard: Shard;
  segment: SegmentReader;
  /** Documents of the index before this segment. */ base: number;
  docs: Uint32Array;
  scores: Float32Array | undefined;
  constant: number;
};

/**
 * A sort key in one segment. `key` is a number that grows with the order asked for, comparable inside the segment only;
 * `value` is what the hit shows and what is comparable everywhere.
 */
export type SegmentKey = {
  key(doc: number, score: number): number;
  value(doc: number, score: number): SortValue;
  /**
   * Where the key is the value of a column with one in each document, times `sign`: read in place, without a call for
   * each document.
   */
  plain?: { values: Int32Array | Uint32Array | Float32Array | Float64Array; sign: number };
  /** The key of a value of `search_after`; between two keys where no document of the segment has it. */
  keyOf(value: SortValue): number;
};

/** What of a field is sorted by: its columns by document, and the dictionary of its ordinals. */
export type SortReader = Pick<FieldReader, "numbers" | "ordinals" | "points" | "terms">;

/** Matching live documents of a segment. Without `scores` all score `constant`. */
export type Found = { docs: Uint32Array; scores: Float32Array | undefined; constant: number };
