import { finished, isSteps, STRETCH, type Steps, type Work } from "../../steps";
import type { Postings, SegmentReader } from "../../store/types";
import type { SynonymNode, TermNode, Explanation, Kept, Matches, Weight } from "../types";
import { BM25, bm25Score, bm25Weight, idf, inverseNorms, lengthOfNorm } from "./bm25";
import type { WeightRequest } from "./context";
import { constantWeight } from "./constant";
import { advance, giveBack, takeAccumulator } from "./sets";
import { postingsOf } from "./statistics";

/** Norms up to here stand for one length each (Lucene 8, BM25Similarity.explainTF). */
const EXACT_NORM = 39;

/** Documents, ascending, and how often each says it. */
export type Frequencies = { docs: Uint32Array; freqs: ArrayLike<number> };

/** Documents and frequencies that are scored with BM25 over one field. */
export type ScoredPostings = {
  field: string;
  label: string;
  boost: number;
  /** The sum of the idf of the terms; a single term's own idf otherwise. */
  idf: number;
  averageLength: number;
  explainIdf: Explanation;
  cost(segment: SegmentReader): number;
  postings(segment: SegmentReader): Work<Frequencies> | undefined;
};

type Candidates = Parameters<NonNullable<Weight["refine"]>>[1];

const NOTHING = new Uint32Array(0);
const UNIT_NORM = 1;

/** A weight that scores postings with BM25. */
export function bm25PostingsWeight(source: ScoredPostings): Weight {
  const weight = bm25Weight({ boost: source.boost, idf: source.idf });
  const inverse = inverseNorms(source.averageLength);
  const scoreOf = (norms: Uint8Array | undefined, doc: number, freq: number) =>
    bm25Score({ weight, freq, inverseNorm: inverse[norms ? norms[doc]! : UNIT_NORM]! });
  function scored(segment: SegmentReader, { docs, freqs }: Frequencies): Matches {
    const norms = segment.field(source.field)?.norms;
    const scores = new Float32Array(docs.length);
    const plain = inverse[UNIT_NORM]!;
    for (let place = 0; place < docs.length; place++) {
      const factor = norms ? inverse[norms[docs[place]!]!]! : plain;
      scores[place] = weight - Math.fround(weight / Math.fround(1 + Math.fround(Math.fround(freqs[place]!) * factor)));
    }
    return { docs, scores, constant: 0 };
  }
  function refined(segment: SegmentReader, found: Frequencies, { docs, sums, count }: Candidates): Kept {
    const norms = segment.field(source.field)?.norms;
    let kept = 0;
    let at = 0;
    for (let place = 0; place < count; place++) {
      const doc = docs[place]!;
      at = advance(found.docs, at, doc);
      if (at >= found.docs.length) break;
      if (found.docs[at] !== doc) continue;
      docs[kept] = doc;
      if (sums) sums[kept] = sums[place]! + scoreOf(norms, doc, found.freqs[at]!);
      kept++;
    }
    return { count: kept };
  }
  function* scoredLater(segment: SegmentReader, work: Steps<Frequencies>): Steps<Matches> {
    return scored(segment, yield* work);
  }
  function* refinedLater(segment: SegmentReader, work: Steps<Frequencies>, candidates: Candidates): Steps<Kept> {
    return refined(segment, yield* work, candidates);
  }
  return {
    cost: (segment) => source.cost(segment),
    matches(segment) {
      const found = source.postings(segment);
      if (!found) return { docs: NOTHING, scores: undefined, constant: 0 };
      return isSteps(found) ? scoredLater(segment, found) : scored(segment, found);
    },
    refine(segment, candidates) {
      const found = source.postings(segment);
      if (!found) return { count: 0 };
      return isSteps(found) ? refinedLater(segment, found, candidates) : refined(segment, found, candidates);
    },
    explain(segment, doc) {
      const work = source.postings(segment);
      if (!work) return undefined;
      const found = finished(work);
      const at = advance(found.docs, 0, doc);
      if (found.docs[at] !== doc) return undefined;
      const norms = segment.field(source.field)?.norms;
      const freq = found.freqs[at]!;
      const length = norms ? lengthOfNorm(norms[doc]!) : 1;
      const value = scoreOf(norms, doc, freq);
      const tf = freq / (freq + BM25.k1 * (1 - BM25.b + (BM25.b * length) / source.averageLength));
      return {
        value,
        description: `weight(${source.field}:${source.label} in ${doc}) [PerFieldSimilarity], result of:`,
        details: [
          {
            value,
            description: `score(freq=${Number.isInteger(freq) ? freq.toFixed(1) : Math.fround(freq)}), computed as boost * idf * tf from:`,
            details: [
              { value: Math.fround(source.boost * (BM25.k1 + 1)), description: "boost", details: [] },
              source.explainIdf,
              {
                value: Math.fround(tf),
                description: "tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:",
                details: [
                  { value: freq, description: "freq, occurrences of term within document", details: [] },
                  { value: BM25.k1, description: "k1, term saturation parameter", details: [] },
                  { value: BM25.b, description: "b, length normalization parameter", details: [] },
                  {
                    value: length,
                    description:
                      (norms?.[doc] ?? 0) > EXACT_NORM ? "dl, length of field (approximate)" : "dl, length of field",
                    details: [],
                  },
                  {
                    value: Math.fround(source.averageLength),
                    description: "avgdl, average length of field",
                    details: [],
                  },
                ],
              },
            ],
          },
        ],
      };
    },
  };
}

/** The idf of one term with its explanation. */
export function explainedIdf({ docFreq, docCount }: { docFreq: number; docCount: number }): Explanation {
  return {
    value: idf({ docFreq, docCount }),
    description: "idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:",
    details: [
      { value: docFreq, description: "n, number of documents containing term", details: [] },
      { value: docCount, description: "N, total number of documents with field", details: [] },
    ],
  };
}

/** Documents that hold the term; constant 0 where nobody asks for scores. */
export function termWeight({ node, context, boost, scoring }: WeightRequest<TermNode>): Weight {
  const postings = (segment: SegmentReader) => postingsOf(segment, node.field, node.term);
  const cost = (segment: SegmentReader) => postings(segment)?.docs.length ?? 0;
  if (!scoring)
    return constantWeight({
      set: { cost, docs: (segment) => postings(segment)?.docs ?? NOTHING },
      boost: 0,
      describe: `${node.field}:${node.term}`,
    });
  const field = context.statistics.field(node.field);
  const docFreq = node.docFreq ?? context.statistics.term(node.field, node.term).docFreq;
  const docCount = Math.max(field.docCount, docFreq);
  const explainIdf = explainedIdf({ docFreq, docCount });
  return bm25PostingsWeight({
    field: node.field,
    label: node.term,
    boost,
    idf: explainIdf.value,
    averageLength: field.docCount ? field.sumTotalTermFreq / field.docCount : 1,
    explainIdf,
    cost,
    postings,
  });
}

function* mergedPostings(segment: SegmentReader, lists: readonly Postings[]): Steps<Frequencies> {
  const accumulator = takeAccumulator(segment.docCount);
  try {
    for (const { docs, freqs } of lists) {
      for (let place = 0; place < docs.length; place++) accumulator.add(docs[place]!, freqs[place]!);
      if (docs.length >= STRETCH) yield;
    }
    const docs = accumulator.docs();
    return { docs, freqs: Float64Array.from(docs, (doc) => accumulator.sums[doc]!) };
  } finally {
    giveBack(accumulator);
  }
}

/** Frequencies that are found once a segment. */
export function rememberedFrequencies(
  find: (segment: SegmentReader) => Steps<Frequencies>,
): (segment: SegmentReader) => Work<Frequencies> {
  const known = new Map<SegmentReader, Frequencies>();
  function* kept(segment: SegmentReader): Steps<Frequencies> {
    const found = yield* find(segment);
    known.set(segment, found);
    return found;
  }
  return (segment) => known.get(segment) ?? kept(segment);
}

/** The documents alone. */
export function docsOf(work: Work<Frequencies>): Work<Uint32Array> {
  function* later(steps: Steps<Frequencies>): Steps<Uint32Array> {
    return (yield* steps).docs;
  }
  return isSteps(work) ? later(work) : work.docs;
}

/** Terms at one place count as one: frequencies are added, the largest document frequency is taken. */
export function synonymWeight({ node, context, boost, scoring }: WeightRequest<SynonymNode>): Weight {
  const field = context.statistics.field(node.field);
  const docFreq = Math.max(0, ...node.terms.map((term) => context.statistics.term(node.field, term).docFreq));
  const explainIdf = explainedIdf({ docFreq, docCount: Math.max(field.docCount, docFreq) });
  const found = (segment: SegmentReader) =>
    node.terms.map((term) => postingsOf(segment, node.field, term)).filter((one) => one !== undefined);
  const postings = rememberedFrequencies((segment) => mergedPostings(segment, found(segment)));
  const source: ScoredPostings = {
    field: node.field,
    label: `Synonym(${node.terms.map((term) => `${node.field}:${term}`).join(" ")})`,
    boost,
    idf: explainIdf.value,
    averageLength: field.docCount ? field.sumTotalTermFreq / field.docCount : 1,
    explainIdf,
    cost: (segment) => found(segment).reduce((sum, { docs }) => sum + docs.length, 0),
    postings,
  };
  if (scoring) return bm25PostingsWeight(source);
  return constantWeight({
    set: { cost: source.cost, docs: (segment) => docsOf(postings(segment)) },
    boost: 0,
    describe: source.label,
  });
}
