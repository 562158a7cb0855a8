import type { IndexSnapshot } from "../../store/types";
import type { Steps } from "../../steps";
import { editDistance, levenshteinAutomaton } from "../automata/levenshtein";
import type { FuzzyNode, LuceneNode, ScoreFunction, TermNode } from "../types";
import { nestedSnapshot } from "./levels";
import { booleanNode, boosted, noneNode, termNode } from "./nodes";

/**
 * The terms near a word, the nearest first: `boost` is 1 − distance / shorter length, and each is scored with the
 * largest document frequency among them.
 */
function* nearTerms(
  { field, term, edits, prefixLength, maxExpansions, transpositions }: FuzzyNode,
  snapshot: IndexSnapshot,
): Steps<LuceneNode> {
  const letters = Array.from(term);
  const automaton = levenshteinAutomaton({ term, edits, prefixLength, transpositions });
  const found = new Map<string, { boost: number; docFreq: number }>();
  for (const segment of snapshot.segments) {
    const reader = segment.field(field);
    if (!reader) continue;
    for (const entry of reader.terms.matching(automaton)) {
      if (!entry) {
        yield;
        continue;
      }
      const known = found.get(entry.term);
      if (known) {
        known.docFreq += entry.docFreq;
        continue;
      }
      const other = Array.from(entry.term);
      const distance = entry.term === term ? 0 : editDistance(letters, other, transpositions);
      // A word as short as the edits allowed is found with a score of nothing.
      const boost = distance === 0 ? 1 : Math.max(0, 1 - distance / Math.min(letters.length, other.length));
      found.set(entry.term, { boost, docFreq: entry.docFreq });
    }
    yield;
  }
  const kept = [...found].sort(([a, x], [b, y]) => y.boost - x.boost || (a < b ? -1 : 1)).slice(0, maxExpansions);
  if (kept.length === 0) return noneNode(`no terms like [${term}]`);
  const docFreq = Math.max(...kept.map(([, one]) => one.docFreq));
  const terms: TermNode[] = kept.map(([text, { boost }]) => ({
    ...termNode({ field, term: text, boost: Math.fround(boost) }),
    docFreq,
  }));
  return terms.length === 1 ? terms[0]! : booleanNode({ should: terms });
}

function* expandAll(nodes: readonly LuceneNode[], snapshot: IndexSnapshot): Steps<readonly LuceneNode[]> {
  let changed = false;
  const expanded: LuceneNode[] = [];
  for (const node of nodes) {
    const found = yield* expandQuery(node, snapshot);
    changed ||= found !== node;
    expanded.push(found);
  }
  return changed ? expanded : nodes;
}

/**
 * Puts the terms of the index in the place of fuzzy words. Throws EngineError `too_many_clauses` where there are too
 * many of them.
 */
export function* expandQuery(node: LuceneNode, snapshot: IndexSnapshot): Steps<LuceneNode> {
  switch (node.kind) {
    case "fuzzy":
      return boosted(yield* nearTerms(node, snapshot), node.boost);
    case "boolean": {
      const must = yield* expandAll(node.must, snapshot);
      const filter = yield* expandAll(node.filter, snapshot);
      const should = yield* expandAll(node.should, snapshot);
      const mustNot = yield* expandAll(node.mustNot, snapshot);
      const same = must === node.must && filter === node.filter && should === node.should && mustNot === node.mustNot;
      return same ? node : { ...node, must, filter, should, mustNot };
    }
    case "dis_max": {
      const queries = yield* expandAll(node.queries, snapshot);
      return queries === node.queries ? node : { ...node, queries };
    }
    case "constant":
    case "named": {
      const query = yield* expandQuery(node.query, snapshot);
      return query === node.query ? node : { ...node, query };
    }
    case "nested": {
      const query = yield* expandQuery(node.query, nestedSnapshot(snapshot, node.path));
      return query === node.query ? node : { ...node, query };
    }
    case "boosting": {
      const positive = yield* expandQuery(node.positive, snapshot);
      const negative = yield* expandQuery(node.negative, snapshot);
      return positive === node.positive && negative === node.negative ? node : { ...node, positive, negative };
    }
    case "vector_score":
      return { ...node, query: yield* expandQuery(node.query, snapshot) };
    case "nearest":
      return node.filter ? { ...node, filter: yield* expandQuery(node.filter, snapshot) } : node;
    case "function_score": {
      const query = yield* expandQuery(node.query, snapshot);
      const functions: ScoreFunction[] = [];
      for (const one of node.functions)
        functions.push(one.filter ? { ...one, filter: yield* expandQuery(one.filter, snapshot) } : one);
      return { ...node, query, functions };
    }
    default:
      return node;
  }
}
