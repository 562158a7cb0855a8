import { EngineError, illegalArgument } from "../../errors";
import { javaDouble } from "../../mapping/numbers";
import { isSteps, STRETCH, type Steps } from "../../steps";
import type { SegmentReader } from "../../store/types";
import { MODIFIERS } from "../core/modifiers";
import type {
  BoostMode,
  FieldFactor,
  FunctionScoreNode,
  ScoreFunction,
  ScoreMode,
  Explanation,
  Matches,
  Weight,
} from "../types";
import type { BindWeight } from "./boolean";
import type { WeightRequest } from "./context";
import { advance } from "./sets";

/** A function in one segment: what it gives to a document, and the documents it is for (all where there is no list). */
type Applied = { value: (doc: number) => number; weight: number; docs: Uint32Array | undefined; at: number };

function negative({ modifier }: FieldFactor, { result, value }: { result: number; value: number }): EngineError {
  const hint =
    modifier === "ln" || modifier === "log"
      ? `; consider using ${modifier}1p or ${modifier}2p instead of ${modifier} to avoid negative scores`
      : "";
  return illegalArgument(
    `field value function must not produce negative scores, but got: [${javaDouble(result)}] for field value: [${javaDouble(value)}]${hint}`,
  );
}

function factorOf(segment: SegmentReader, spec: FieldFactor): (doc: number) => number {
  const column = segment.field(spec.field)?.numbers;
  const modify = MODIFIERS[spec.modifier]!;
  return (doc) => {
    const value = column && column.count(doc) > 0 ? column.at(doc, 0) : spec.missing;
    if (value === undefined) throw new EngineError(400, "exception", `Missing value for field [${spec.field}]`);
    const result = modify(value * spec.factor);
    if (result < 0) throw negative(spec, { result, value });
    return result;
  };
}

function valueOf(segment: SegmentReader, { weight, fieldFactor }: ScoreFunction): (doc: number) => number {
  if (!fieldFactor) return () => weight ?? 1;
  const factor = factorOf(segment, fieldFactor);
  return weight === undefined ? factor : (doc) => factor(doc) * weight;
}

function isFor(one: Applied, doc: number): boolean {
  if (!one.docs) return true;
  one.at = advance(one.docs, one.at, doc);
  return one.docs[one.at] === doc;
}

/**
 * What the functions give together, 1 where none is for the document
 * (`FunctionScoreQuery.FunctionFactorScorer.computeScore`).
 */
function together(mode: ScoreMode, functions: readonly Applied[], doc: number): number {
  const mine = functions.filter((one) => isFor(one, doc));
  const [first] = mine;
  if (!first) return 1;
  if (mode === "first") return first.value(doc);
  const values = mine.map((one) => one.value(doc));
  if (mode === "max") return Math.max(...values);
  if (mode === "min") return Math.min(...values);
  if (mode === "multiply") return values.reduce((product, value) => product * value, 1);
  const weights = mine.reduce((total, one) => total + one.weight, 0);
  if (weights === 0) return 1;
  const sum = values.reduce((total, value) => total + value, 0);
  return mode === "sum" ? sum : sum / weights;
}

const COMBINED: Readonly<Record<BoostMode, (score: number, factor: number) => number>> = {
  multiply: (score, factor) => score * factor,
  replace: (_score, factor) => factor,
  sum: (score, factor) => score + factor,
  avg: (score, factor) => (score + factor) / 2,
  max: Math.max,
  min: Math.min,
};

/** A query whose scores are combined with those of functions; documents below `min_score` do not match. */
export function functionScoreWeight(request: WeightRequest<FunctionScoreNode>, bind: BindWeight): Weight {
  const { node, scoring } = request;
  const inner = bind({
    ...request,
    node: node.query,
    scoring: (scoring || node.minScore !== undefined) && node.boostMode !== "replace",
  });
  if (!scoring && node.minScore === undefined) return inner;
  const filters = node.functions.map(
    ({ filter }) => filter && bind({ ...request, node: filter, boost: 1, scoring: false }),
  );
  const combine = COMBINED[node.boostMode];
  const least = node.minScore ?? -Infinity;

  function scoreOf(doc: number, score: number, functions: readonly Applied[]): number {
    const value = Math.fround(combine(score, Math.min(together(node.scoreMode, functions, doc), node.maxBoost)));
    if (value < 0 || Number.isNaN(value))
      throw illegalArgument(`function score query returned an invalid score: ${javaDouble(value)} for doc: ${doc}`);
    return value;
  }

  function applied(segment: SegmentReader, one: ScoreFunction, docs: Uint32Array | undefined): Applied {
    return { value: valueOf(segment, one), weight: one.weight ?? 1, docs, at: 0 };
  }

  function* matches(segment: SegmentReader): Steps<Matches> {
    const work = inner.matches(segment);
    const found = isSteps(work) ? yield* work : work;
    const functions: Applied[] = [];
    for (const [place, one] of node.functions.entries()) {
      const filter = filters[place]?.matches(segment);
      functions.push(applied(segment, one, filter && (isSteps(filter) ? yield* filter : filter).docs));
    }
    const docs = new Uint32Array(found.docs.length);
    const scores = new Float32Array(found.docs.length);
    let count = 0;
    for (let place = 0; place < found.docs.length; place++) {
      if (place % STRETCH === STRETCH - 1) yield;
      const doc = found.docs[place]!;
      // What is no longer there has no say: its field may be what the functions refuse.
      if (!segment.isLive(doc)) continue;
      const score = scoreOf(doc, found.scores ? found.scores[place]! : found.constant, functions);
      if (score < least) continue;
      docs[count] = doc;
      scores[count++] = score;
    }
    const kept = docs.subarray(0, count);
    return scoring
      ? { docs: kept, scores: scores.subarray(0, count), constant: 0 }
      : { docs: kept, scores: undefined, constant: 0 };
  }

  return {
    cost: (segment) => inner.cost(segment),
    matches,
    explain(segment, doc): Explanation | undefined {
      const score = inner.explain(segment, doc);
      if (!score) return undefined;
      const functions = node.functions
        .filter((_, place) => filters[place]?.explain(segment, doc) ?? !filters[place])
        .map((one) => applied(segment, one, undefined));
      const value = scoreOf(doc, node.boostMode === "replace" ? 0 : score.value, functions);
      if (value < least) return undefined;
      const factor = Math.min(together(node.scoreMode, functions, doc), node.maxBoost);
      return {
        value: scoring ? value : 0,
        description: `function score, ${node.boostMode} of:`,
        details: [score, { value: factor, description: `function score, score mode [${node.scoreMode}]`, details: [] }],
      };
    },
  };
}
