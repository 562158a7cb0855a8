import type { JsonObject, JsonValue } from "@common/text/json";
import type { EmbeddedIndex } from "../index/types";
import type { VectorSpace } from "../mapping/types";
import type { IndexSnapshot, TermAutomaton, SegmentReader } from "../store/types";
import type { FeatureFunction } from "./core/feature-functions";
import type { AnswerValue } from "../http/raw-json";
import type { Steps, Work } from "../steps";
import type { Statistics } from "./execute/statistics";

/** A point on the earth in degrees. */
export type Point = { lat: number; lon: number };

/** One place of a phrase: its offset from the first word and the terms accepted there. */
export type PhraseSlot = { position: number; terms: readonly string[] };

/** A bound of a numeric range; bigint where a double cannot hold it. Bounds are inclusive, ±Infinity where open. */
export type NumericBound = number | bigint;

type Common = { boost: number };

export type TermNode = Common & {
  kind: "term";
  field: string;
  term: string;
  /** Taken in place of the term's own frequency. */ docFreq?: number;
  docCount?: number;
  totalTermFreq?: number;
};
export type SynonymNode = Common & { kind: "synonym"; field: string; terms: readonly string[] };
/** Words in a row. `others` are further ways to say the same (a word graph), weighed together as one phrase. */
export type PhraseNode = Common & {
  kind: "phrase";
  field: string;
  slots: readonly PhraseSlot[];
  slop: number;
  others?: readonly (readonly PhraseSlot[])[];
};
export type BooleanNode = Common & {
  kind: "boolean";
  must: readonly LuceneNode[];
  filter: readonly LuceneNode[];
  should: readonly LuceneNode[];
  mustNot: readonly LuceneNode[];
  minimumShouldMatch: number;
};
export type DisMaxNode = Common & { kind: "dis_max"; queries: readonly LuceneNode[]; tieBreaker: number };
export type TermSetNode = Common & {
  kind: "term_set";
  field: string;
  terms: readonly string[];
  /** The field has no postings: its column is read. */ byColumn?: boolean;
};
/** Every term of the dictionary that begins with `prefix` or is accepted by `automaton`; scores `boost`. */
export type MultiTermNode = Common & {
  kind: "multi_term";
  field: string;
  prefix?: string;
  automaton?: TermAutomaton;
  label: string;
  accepts(term: string): boolean;
};
/**
 * A word and what is written almost like it. `expand` puts the terms of the index in its place, before anything else
 * looks at the query.
 */
export type FuzzyNode = Common & {
  kind: "fuzzy";
  field: string;
  term: string;
  edits: number;
  prefixLength: number;
  maxExpansions: number;
  transpositions: boolean;
};
export type NumberRangeNode = Common & {
  kind: "number_range";
  field: string;
  lower: NumericBound;
  upper: NumericBound;
};
export type NumberSetNode = Common & { kind: "number_set"; field: string; values: readonly NumericBound[] };
export type TermRangeNode = Common & {
  kind: "term_range";
  field: string;
  lower: string | undefined;
  upper: string | undefined;
  includeLower: boolean;
  includeUpper: boolean;
};

/** How the scores of the matching objects of a document become the document's. */
export type NestedScoreMode = "none" | "min" | "max" | "avg" | "sum";
/** A list of the objects that match, to be shown with each hit. */
export type InnerHitsNode = {
  name: string;
  show: ShowInnerHits;
  /** Throws where the list is refused by each index. */ check(): void;
};

export type ScoreMode = "multiply" | "sum" | "avg" | "first" | "max" | "min";
export type BoostMode = "multiply" | "replace" | "sum" | "avg" | "max" | "min";
/**
 * How a number of a document becomes a factor: `modifier(value · factor)`; `missing` stands in for a document without
 * one.
 */
export type FieldFactor = { field: string; factor: number; modifier: string; missing: number | undefined };
/** What one function gives to the documents of its filter: its weight, times a factor from a field if there is one. */
export type ScoreFunction = {
  filter: LuceneNode | undefined;
  weight: number | undefined;
  fieldFactor: FieldFactor | undefined;
};
export type FunctionScoreNode = Common & {
  kind: "function_score";
  query: LuceneNode;
  functions: readonly ScoreFunction[];
  scoreMode: ScoreMode;
  boostMode: BoostMode;
  maxBoost: number;
  minScore: number | undefined;
};

/** The `most` nearest of those that pass the filter, none that scores below `least`. */
export type NearestNode = Common & {
  kind: "nearest";
  field: string;
  vector: Float32Array;
  space: VectorSpace;
  most: number;
  least: number;
  filter: LuceneNode | undefined;
};
/** Documents of a query, scored by how near they are; `plain`: by the cosine and one. */
export type VectorScoreNode = Common & {
  kind: "vector_score";
  field: string;
  vector: Float32Array;
  space: VectorSpace;
  plain: boolean;
  minScore: number | undefined;
  query: LuceneNode;
};

/**
 * A query in the terms of one index: what Lucene would run. Every node carries its boost.
 * Parsed queries (`Query`) are rewritten to it, and execution, highlighting and explanations read it.
 */
export type LuceneNode =
  | TermNode
  | SynonymNode
  | PhraseNode
  | BooleanNode
  | DisMaxNode
  | TermSetNode
  | MultiTermNode
  | FuzzyNode
  | NumberRangeNode
  | NumberSetNode
  | TermRangeNode
  | FunctionScoreNode
  | (Common & { kind: "all" })
  | (Common & { kind: "none"; reason: string })
  | (Common & { kind: "constant"; query: LuceneNode })
  | (Common & { kind: "boosting"; positive: LuceneNode; negative: LuceneNode; negativeBoost: number })
  | (Common & { kind: "exists"; fields: readonly string[] })
  | (Common & { kind: "ids"; ids: readonly string[] })
  | (Common & { kind: "sequence"; /** Sequence numbers of operations, both included. */ from: number; to: number })
  | (Common & { kind: "geo_distance"; field: string; origin: Point; /** Metres. */ distance: number })
  | (Common & { kind: "geo_box"; field: string; top: number; left: number; bottom: number; right: number })
  | (Common & {
      kind: "feature";
      field: string;
      /** Of a field with many. */ feature: string | undefined;
      function: FeatureFunction;
    })
  | NearestNode
  | VectorScoreNode
  | (Common & {
      kind: "distance";
      field: string;
      /** Epoch milliseconds or a point. */ origin: number | Point;
      /** Milliseconds or metres. */ pivot: number;
    })
  | (Common & { kind: "named"; name: string; query: LuceneNode })
  | (Common & {
      kind: "nested";
      path: string;
      query: LuceneNode;
      scoreMode: NestedScoreMode;
      inner: InnerHitsNode | undefined;
    });

export type LuceneKind = LuceneNode["kind"];

/** What a rewrite may ask: one index, as one search sees it. */
export type RewriteContext = {
  index: EmbeddedIndex;
  snapshot: IndexSnapshot;
  /** Epoch milliseconds of the search, for date maths. */
  now: number;
  /** What the alias lets through that the index was reached by: neighbours are looked for among those. */
  aliasFilter?: LuceneNode;
  /** What its texts had cut so far. */
  meter: TextMeter;
  /** Reads a document of another index, for terms look-ups. */
  lookup(request: { index: string; id: string; routing?: string }): JsonObject | undefined;
};

/** A parsed query, free of any index. `rewrite` throws EngineError where the query does not fit the mapping. */
export type Query = {
  /** The name in the query language: `match`. */
  type: string;
  boost: number;
  name?: string;
  rewrite(context: RewriteContext): LuceneNode;
};

/** Reads one family's object. `depth` counts the queries around it. */
export type QueryParser = (body: JsonValue, context: ParseContext) => Query;
export type ParseContext = { depth: number };

/** Characters that the texts of one search had cut into words on one index, over all its clauses and fields. */
export type TextMeter = { cut: number };

/** Matching documents of a segment, ascending, dead ones included. Without `scores` every one scores `constant`. */
export type Matches = { docs: Uint32Array; scores: Float32Array | undefined; constant: number };

/** How many candidates stayed. */
export type Kept = { count: number };

/** How a score came about, as `explain` answers it. */
export type Explanation = { value: number; description: string; details: Explanation[] };

/** The nested objects that a clause finds, to be shown with the hits that they are a part of. */
export type BoundInnerHits = {
  path: string;
  node: LuceneNode;
  weight: Weight;
  context: ExecuteContext;
  show: ShowInnerHits;
  check(): void;
};

/** Shows the objects of one hit: a list of hits as the answer holds it. */
export type ShowInnerHits = (
  bound: BoundInnerHits,
  hit: { shard: Shard; segment: SegmentReader; doc: number },
  options: { totalAsInteger: boolean },
) => Steps<AnswerValue>;

/** A query bound to one snapshot: statistics are taken, segments can be asked. */
export type Weight = {
  /** About how many documents of the segment match, known without work: the cheapest clause of a conjunction leads. */
  cost(segment: SegmentReader): number;
  matches(segment: SegmentReader): Work<Matches>;
  /**
   * Keeps those of the first `count` candidates that match, moved to the front of `docs`; adds their scores to `sums`
   * (moved along). Left out where `matches` and a merge are as good. Says how many stayed.
   */
  refine?(
    segment: SegmentReader,
    candidates: { docs: Uint32Array; sums: Float64Array | undefined; count: number },
  ): Work<Kept>;
  explain(segment: SegmentReader, doc: number): Explanation | undefined;
};

/** What weights share while one search runs on one snapshot. */
export type ExecuteContext = {
  snapshot: IndexSnapshot;
  statistics: Statistics;
  /** Weights of the clauses that carry a `_name`. */
  named: Map<string, Weight>;
  /** Lists of nested objects that hits are to be shown with. */
  inner: Map<string, BoundInnerHits>;
};

/** One index in one search: the snapshot that it reads and the query bound to it. */
export type Shard = {
  ordinal: number;
  index: EmbeddedIndex;
  context: RewriteContext;
  execute: ExecuteContext;
  node: LuceneNode;
  weight: Weight;
  postFilter: Weight | undefined;
};
