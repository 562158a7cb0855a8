import { fits } from "@common/text/glob";
import type { JsonObject } from "@common/text/json";
import type { Analyzer, Token } from "../../analysis/types";
import { illegalArgument } from "../../errors";
import type { AnswerValue } from "../../http/raw-json";
import type { IndexState } from "../../index/index-state";
import type { FieldType } from "../../mapping/types";
import { textOf } from "../../query/parse/values";
import { valuesAtPath } from "../../search/answer/source-filter";
import type { Steps } from "../../steps";
import type { IndexSnapshot } from "../../store/types";
import { shortFloat } from "../../values";
import type { TermFilter, TermVectorsRequest } from "./request";

type Occurrence = { position: number; start: number; end: number };
type Vector = {
  terms: Map<string, Occurrence[]>;
  /** What a field that is kept with vectors keeps of them. */ positions: boolean;
  offsets: boolean;
};

/** Elasticsearch's gap between the offsets of two values. */
const OFFSET_GAP = 1;

function isKept({ definition }: FieldType): boolean {
  const kept = definition["term_vector"];
  return typeof kept === "string" && kept !== "no";
}

/** The fields of an index whose terms can be told: texts and keywords that are searched. */
function wantedFields(index: IndexState, { fields, doc, analyzers }: TermVectorsRequest): FieldType[] {
  const able = [...index.mapping.fields()].filter(
    ({ kind, indexed, nestedPath }) => (kind === "text" || kind === "keyword") && indexed && nestedPath === undefined,
  );
  if (fields) return able.filter(({ path }) => fields.some((pattern) => fits(pattern, path)));
  return doc ? able : able.filter((field) => isKept(field) || analyzers.has(field.path));
}

function analyzerOf(index: IndexState, field: FieldType, { analyzers }: TermVectorsRequest): Analyzer | undefined {
  const name = analyzers.get(field.path);
  if (name === undefined) return field.analyzer;
  const analyzer = index.analysis.analyzer(name);
  if (!analyzer) throw illegalArgument(`No analyzer found for [${name}]`);
  return analyzer;
}

function keywordToken(field: FieldType, value: string): Token {
  const term = field.normalizer?.normalize(value) ?? value;
  return { term, position: 0, positionLength: 1, startOffset: 0, endOffset: value.length, type: "word" };
}

/** The terms of a field's values with their places, as they were indexed. */
function* termsOf(
  field: FieldType,
  analyzer: Analyzer | undefined,
  values: readonly string[],
): Steps<Map<string, Occurrence[]>> {
  const terms = new Map<string, Occurrence[]>();
  let position = 0;
  let offset = 0;
  for (const value of values) {
    let last = -1;
    for (const tokens of analyzer
      ? (analyzer.pieces?.(value) ?? [analyzer.analyze(value)])
      : [[keywordToken(field, value)]]) {
      for (const token of tokens) {
        last = token.position;
        const found = terms.get(token.term) ?? [];
        found.push({
          position: position + token.position,
          start: offset + token.startOffset,
          end: offset + token.endOffset,
        });
        terms.set(token.term, found);
      }
      yield;
    }
    position += last + 1 + (analyzer?.positionIncrementGap ?? 0);
    offset += value.length + OFFSET_GAP;
  }
  return terms;
}

function* vectorOf(
  index: IndexState,
  field: FieldType,
  source: JsonObject,
  request: TermVectorsRequest,
): Steps<Vector | undefined> {
  const limit = field.ignoreAbove ?? Infinity;
  const values = valuesAtPath(source, field.parent ?? field.path).flatMap((value) => textOf(value) ?? []);
  const kept = values.filter((value) => value.length <= limit);
  const terms = yield* termsOf(field, analyzerOf(index, field, request), kept);
  if (terms.size === 0) return undefined;
  const stored =
    !request.doc && isKept(field) && !request.analyzers.has(field.path)
      ? String(field.definition["term_vector"])
      : undefined;
  return { terms, positions: stored?.includes("positions") ?? true, offsets: stored?.includes("offsets") ?? true };
}

/** Counts of a field over all segments, dead documents included until they are merged away, as in Lucene. */
function fieldStatistics(
  { segments }: IndexSnapshot,
  path: string,
): { sum_doc_freq: number; doc_count: number; sum_ttf: number } {
  const sums = { sum_doc_freq: 0, doc_count: 0, sum_ttf: 0 };
  for (const segment of segments) {
    const reader = segment.field(path);
    if (!reader) continue;
    sums.sum_doc_freq += reader.sumDocFreq;
    sums.doc_count += reader.docCount;
    sums.sum_ttf += reader.sumTotalTermFreq;
  }
  return sums;
}

function termStatistics({ segments }: IndexSnapshot, path: string, term: string): { doc_freq: number; ttf: number } {
  const sums = { doc_freq: 0, ttf: 0 };
  for (const segment of segments) {
    const entry = segment.field(path)?.terms.find(term);
    if (!entry) continue;
    sums.doc_freq += entry.docFreq;
    sums.ttf += entry.totalTermFreq;
  }
  return sums;
}

/** The best terms that the filter lets through, with what makes them the best. */
function best(
  { terms }: Vector,
  filter: TermFilter,
  { snapshot, path }: { snapshot: IndexSnapshot; path: string },
): Map<string, number> {
  const docCount = fieldStatistics(snapshot, path).doc_count;
  const scored = [...terms].flatMap(([term, { length }]): [string, number][] => {
    const letters = Array.from(term).length;
    if (length < filter.minTermFreq || length > filter.maxTermFreq) return [];
    if (letters < filter.minWordLength || (filter.maxWordLength > 0 && letters > filter.maxWordLength)) return [];
    const { doc_freq: docFreq } = termStatistics(snapshot, path, term);
    if (docFreq < filter.minDocFreq || docFreq > filter.maxDocFreq) return [];
    return [[term, length * Math.fround(Math.log((docCount + 1) / (docFreq + 1)) + 1)]];
  });
  return new Map(scored.sort(([, a], [, b]) => b - a).slice(0, filter.maxNumTerms));
}

function tokensJson(
  occurrences: readonly Occurrence[],
  { positions, offsets }: { positions: boolean; offsets: boolean },
): AnswerValue {
  return occurrences.map(({ position, start, end }) => ({
    ...(positions && { position }),
    ...(offsets && { start_offset: start, end_offset: end }),
  }));
}

/** The terms of a document by field: how often and where, and how they are spread over the index. */
export function* termVectors(
  index: IndexState,
  source: JsonObject,
  request: TermVectorsRequest,
): Steps<Record<string, AnswerValue>> {
  const snapshot = index.snapshot();
  const shown: Record<string, AnswerValue> = {};
  for (const field of wantedFields(index, request)) {
    const { path } = field;
    const vector = yield* vectorOf(index, field, source, request);
    if (!vector) continue;
    const places = { positions: request.positions && vector.positions, offsets: request.offsets && vector.offsets };
    const chosen = request.filter && best(vector, request.filter, { snapshot, path });
    const terms: Record<string, AnswerValue> = {};
    for (const [term, occurrences] of [...vector.terms].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (chosen && !chosen.has(term)) continue;
      const statistics = request.termStatistics ? termStatistics(snapshot, path, term) : undefined;
      const value: AnswerValue = {
        ...(statistics && statistics.doc_freq > 0 && statistics),
        term_freq: occurrences.length,
        ...((places.positions || places.offsets) && { tokens: tokensJson(occurrences, places) }),
        ...(chosen && { score: shortFloat(Math.fround(chosen.get(term) ?? 0)) }),
      };
      Object.defineProperty(terms, term, { value, enumerable: true, configurable: true, writable: true });
    }
    yield;
    shown[path] = { ...(request.fieldStatistics && { field_statistics: fieldStatistics(snapshot, path) }), terms };
  }
  return shown;
}
