import { illegalArgument } from "../../errors";
import { finished, isSteps, STRETCH, type Steps } from "../../steps";
import type { SegmentReader } from "../../store/types";
import { nestedSnapshot } from "../core/levels";
import type { LuceneNode, NestedScoreMode, Explanation, Matches, Weight, ExecuteContext } from "../types";
import { executeContext, type WeightRequest } from "./context";
import { noMatches } from "./constant";
import { advance, holds } from "./sets";

type NestedNode = Extract<LuceneNode, { kind: "nested" }>;
type Bind = (request: WeightRequest) => Weight;

/** Two scores of objects of one document as one; averages are divided when all are in. */
function joined(mode: NestedScoreMode, sum: number, score: number): number {
  if (mode === "min") return Math.min(sum, score);
  return mode === "max" ? Math.max(sum, score) : sum + score;
}

/** Owners of objects that match, each once, with the score that their objects have together. */
function* toOwners(owners: Uint32Array, { docs, scores, constant }: Matches, mode: NestedScoreMode): Steps<Matches> {
  const found = new Uint32Array(docs.length);
  const sums = mode === "none" ? undefined : new Float32Array(docs.length);
  let count = 0;
  let turn = STRETCH;
  for (let place = 0; place < docs.length;) {
    const owner = owners[docs[place]!]!;
    const from = place;
    let sum = scores ? scores[place]! : constant;
    while (++place < docs.length && owners[docs[place]!] === owner)
      sum = joined(mode, sum, scores ? scores[place]! : constant);
    if (sums) sums[count] = mode === "avg" ? sum / (place - from) : sum;
    found[count++] = owner;
    if (place < turn) continue;
    turn = place + STRETCH;
    yield;
  }
  return { docs: found.subarray(0, count), scores: sums?.subarray(0, count), constant: 0 };
}

function namedTwice(name: string): never {
  throw illegalArgument(`[inner_hits] already contains an entry for key [${name}]`);
}

/** Throws where lists of nested objects cannot be shown: two of one name, or too long. */
export function checkInnerHits({ inner }: ExecuteContext): void {
  for (const bound of inner.values()) {
    bound.check();
    checkInnerHits(bound.context);
  }
}

/** What weights of a level of nested objects share. */
function levelContext({ snapshot }: ExecuteContext, path: string): ExecuteContext {
  return executeContext(nestedSnapshot(snapshot, path));
}

/** The objects of a document among ascending owners: from the first of them to the one behind the last. */
export function objectsOf(owners: Uint32Array, owner: number): { from: number; to: number } {
  const from = advance(owners, 0, owner);
  return { from, to: advance(owners, from, owner + 1) };
}

/** Documents with objects of a nested field that match. */
export function nestedWeight(request: WeightRequest<NestedNode>, bind: Bind): Weight {
  const { node, boost } = request;
  const { path, scoreMode, inner } = node;
  const scoring = request.scoring && scoreMode !== "none";
  const context = levelContext(request.context, path);
  const objects = bind({ node: node.query, context, boost, scoring });
  // Names of clauses inside are told of documents that match these themselves, as real engines do.
  for (const [name, weight] of context.named) request.context.named.set(name, weight);
  if (inner) {
    // What the objects show is scored by itself, whatever is asked of their documents.
    const own = levelContext(request.context, path);
    const weight = bind({ node: node.query, context: own, boost: 1, scoring: true });
    const known = request.context.inner.get(inner.name);
    const check = known && known.node !== node.query ? () => namedTwice(inner.name) : () => inner.check();
    request.context.inner.set(inner.name, { path, node: node.query, weight, context: own, show: inner.show, check });
  }

  function* matches(segment: SegmentReader): Steps<Matches> {
    const level = segment.nested?.(path);
    if (!level) return noMatches();
    const work = objects.matches(level.docs);
    const found = isSteps(work) ? yield* work : work;
    return yield* toOwners(level.owners, found, scoring ? scoreMode : "none");
  }

  function explain(segment: SegmentReader, doc: number): Explanation | undefined {
    const level = segment.nested?.(path);
    if (!level) return undefined;
    const { from, to } = objectsOf(level.owners, doc);
    const found = finished(matchesOf(objects, level.docs));
    const explained: Explanation[] = [];
    for (let object = from; object < to; object++) {
      const one = holds(found.docs, object) ? objects.explain(level.docs, object) : undefined;
      if (one) explained.push(one);
    }
    const [first, ...others] = explained;
    if (!first) return undefined;
    const best = others.reduce((a, b) => (b.value > a.value ? b : a), first);
    const sum = others.reduce((value, one) => joined(scoreMode, value, one.value), first.value);
    const value = !scoring ? 0 : scoreMode === "avg" ? sum / explained.length : sum;
    const description = `Score based on ${explained.length} child docs in range from ${from} to ${to - 1}, best match:`;
    return { value: Math.fround(value), description, details: [best] };
  }

  return {
    cost: (segment) => {
      const level = segment.nested?.(path);
      return level ? objects.cost(level.docs) : 0;
    },
    matches,
    explain,
  };
}

function* matchesOf(weight: Weight, segment: SegmentReader): Steps<Matches> {
  const work = weight.matches(segment);
  return isSteps(work) ? yield* work : work;
}
