import { EngineError } from "../errors";
import type { IndexResolver, ResolvedIndex } from "../index/types";
import type { LuceneNode, Query } from "../query";
import type { ScoreFunction } from "../query/types";
import type { AnswerValue } from "../http/raw-json";
import { budgetFor, OutOfTime } from "../budget";
import { SearchPhaseError } from "./answer/errors";
import { openShards } from "./collect/shards";

function functionText({ filter, weight, fieldFactor }: ScoreFunction): string {
  const value = fieldFactor
    ? `field value function: ${fieldFactor.modifier}(doc['${fieldFactor.field}'].value * factor=${fieldFactor.factor})`
    : "";
  return `{filter(${filter ? queryText(filter) : "*:*"}), function [${value}${weight === undefined ? "" : `weight=${weight}`}]}`;
}

function boostText(node: LuceneNode): string {
  return node.boost === 1 ? "" : `^${Number.isInteger(node.boost) ? `${node.boost}.0` : node.boost}`;
}

/** A query as Lucene writes it, near enough to be read. */
export function queryText(node: LuceneNode, top = true): string {
  const group = (text: string) => (top && node.boost === 1 ? text : `(${text})${boostText(node)}`);
  switch (node.kind) {
    case "all":
      return `*:*${boostText(node)}`;
    case "none":
      return `MatchNoDocsQuery("${node.reason}")`;
    case "term":
      return `${node.field}:${node.term}${boostText(node)}`;
    case "synonym":
      return `Synonym(${node.terms.map((term) => `${node.field}:${term}`).join(" ")})`;
    case "phrase":
      return `${node.field}:"${node.slots.map((slot) => (slot.terms.length === 1 ? slot.terms[0] : `(${slot.terms.join(" ")})`)).join(" ")}"${node.slop ? `~${node.slop}` : ""}${boostText(node)}`;
    case "boolean": {
      const parts = [
        ...node.must.map((one) => `+${queryText(one, false)}`),
        ...node.filter.map((one) => `#${queryText(one, false)}`),
        ...node.should.map((one) => queryText(one, false)),
        ...node.mustNot.map((one) => `-${queryText(one, false)}`),
      ];
      return `${group(parts.join(" "))}${node.minimumShouldMatch > 0 ? `~${node.minimumShouldMatch}` : ""}`;
    }
    case "dis_max":
      return `(${node.queries.map((one) => queryText(one, false)).join(" | ")})${node.tieBreaker ? `~${node.tieBreaker}` : ""}${boostText(node)}`;
    case "term_set":
      return `${node.field}:(${node.terms.join(" ")})${boostText(node)}`;
    case "fuzzy":
      return `${node.field}:${node.term}~${node.edits}${boostText(node)}`;
    case "multi_term":
      return `${node.field}:${node.label}${boostText(node)}`;
    case "number_range":
      return `${node.field}:[${node.lower} TO ${node.upper}]${boostText(node)}`;
    case "number_set":
      return `${node.field}:${node.values.length === 1 ? `[${node.values[0]} TO ${node.values[0]}]` : `{${node.values.join(" ")}}`}${boostText(node)}`;
    case "term_range":
      return `${node.field}:${node.includeLower ? "[" : "{"}${node.lower ?? "*"} TO ${node.upper ?? "*"}${node.includeUpper ? "]" : "}"}`;
    case "constant":
      return `ConstantScore(${queryText(node.query)})${boostText(node)}`;
    case "boosting":
      return `FunctionScoreQuery(${queryText(node.positive)}, scored by boost(queryboost(${queryText(node.negative)})^${node.negativeBoost}))`;
    case "function_score":
      return `function score (${queryText(node.query)}, functions: [${node.functions.map(functionText).join("")}])${boostText(node)}`;
    case "exists":
      return `ConstantScore(FieldExistsQuery [field=${node.fields.join(",")}])${boostText(node)}`;
    case "ids":
      return `_id:(${node.ids.join(" ")})`;
    case "sequence":
      return `_seq_no:[${node.from} TO ${node.to}]`;
    case "geo_distance":
      return `${node.field}:${node.origin.lat},${node.origin.lon} +/- ${node.distance} meters`;
    case "geo_box":
      return `${node.field}:[${node.bottom},${node.left} TO ${node.top},${node.right}]`;
    case "feature":
      return `FeatureQuery(field=${node.feature === undefined ? "_feature" : node.field}, feature=${node.feature ?? node.field}, function=${node.function.name})${boostText(node)}`;
    case "nearest":
      return `KnnFloatVectorQuery:${node.field}[${node.vector[0]},...][${node.most}]${boostText(node)}`;
    case "vector_score":
      return `ScriptScore(${queryText(node.query)}, ${node.field}, ${node.space})${boostText(node)}`;
    case "distance":
      return `DistanceFeatureQuery(field=${node.field}, pivotDistance=${node.pivot})${boostText(node)}`;
    case "nested":
      return `ToParentBlockJoinQuery (${queryText(node.query)})${boostText(node)}`;
    case "named":
      return queryText(node.query, top);
  }
}

/** Says for each index whether the query fits it; `explain` adds the query as it would run, or why it cannot. */
export async function validateQuery({
  indices,
  targets,
  query,
  signal,
  explain,
}: {
  indices: IndexResolver;
  targets: readonly ResolvedIndex[];
  query: Query | EngineError | undefined;
  signal: AbortSignal;
  explain: boolean;
}): Promise<{ [key: string]: AnswerValue }> {
  // What cannot be read never reaches an index, so no shard is named.
  if (query instanceof EngineError)
    return { valid: false, error: explain ? `${query.type}: ${query.reason}` : undefined };
  const budget = budgetFor({ timeout: undefined, signal });
  const explanations: { index: string; valid: boolean; explanation?: string; error?: string }[] = [];
  for (const target of targets) {
    const { name } = target.index;
    try {
      const { shards } = await openShards({ indices, targets: [target], query, scoring: true, budget });
      const [shard] = shards;
      explanations.push({ index: name, valid: true, explanation: shard ? queryText(shard.node) : "" });
    } catch (error) {
      if (!(error instanceof EngineError) || error instanceof OutOfTime) throw error;
      const cause = error instanceof SearchPhaseError ? (error.failures[0]?.error ?? error) : error;
      explanations.push({
        index: name,
        valid: false,
        error: `[${name}/${target.index.uuid}] ${cause.type}: ${cause.reason}`,
      });
    }
  }
  const shards = { total: targets.length, successful: targets.length, failed: 0 };
  const valid = explanations.every((one) => one.valid);
  return { _shards: shards, valid, explanations: explain ? explanations : undefined };
}
