import { EngineError, illegalArgument } from "../../errors";
import { editDistance, levenshteinAutomaton } from "../automata/levenshtein";
import type { LuceneNode, RewriteContext, TermNode } from "../types";
import { booleanNode, noneNode, termNode } from "./nodes";

/** Allowed edits: a number of them, or by the length of the word. */
export type Fuzziness = { edits: number } | { low: number; high: number };

/** Reads `AUTO`, `AUTO:3,6`, `0`, `1`, `2`. */
export function parseFuzziness(text: string): Fuzziness {
  const auto = /^auto(?::(.*))?$/i.exec(text);
  if (auto) {
    if (auto[1] === undefined) return { low: 3, high: 6 };
    const bounds = auto[1].split(",").map(Number);
    const [low = NaN, high = NaN] = bounds;
    if (bounds.length !== 2) throw new EngineError(400, "parse_exception", `failed to find low and high distance values`);
    if (!Number.isInteger(low) || !Number.isInteger(high)) throw new EngineError(400, "parse_exception", `failed to parse [${text}] as a "auto:int,int"`);
    if (low < 0 || high < 0 || low > high) throw illegalArgument(`fuzziness wrongly configured, must be: lowDistance > 0, highDistance > 0 and lowDistance <= highDistance`);
    return { low, high };
  }
  const edits = Math.trunc(Number(text));
  if (text.trim() === "" || Number.isNaN(edits)) throw new EngineError(400, "number_format_exception", `For input string: "${text}"`);
  if (edits < 0 || edits > 2) throw illegalArgument(`Invalid \`fuzziness\` value [${text}]. Expected one of [0, 1, 2, AUTO]`);
  return { edits };
}

function editsFor(fuzziness: Fuzziness, length: number): number {
  if ("edits" in fuzziness) return fuzziness.edits;
  if (length < fuzziness.low) return 0;
  return length < fuzziness.high ? 1 : 2;
}

export type FuzzySettings = { fuzziness: Fuzziness; prefixLength: number; maxExpansions: number; transpositions: boolean };

/**
 * The terms within the allowed edits, the nearest first: `boost` is 1 − distance / shorter length, and
 * each is scored with the largest document frequency among them.
 */
export function fuzzyNode({ field, term, settings, context }: { field: string; term: string; settings: FuzzySettings; context: RewriteContext }): LuceneNode {
  const letters = Array.from(term);
  const edits = editsFor(settings.fuzziness, letters.length);
  if (edits === 0) return termNode({ field, term });
  const { prefixLength, transpositions } = settings;
  const automaton = levenshteinAutomaton({ term, edits, prefixLength, transpositions });
  const found = new Map<string, { boost: number; docFreq: number }>();
  for (const segment of context.snapshot.segments) {
    const reader = segment.field(field);
    if (!reader) continue;
    context.checkpoint();
    for (const entry of reader.terms.matching(automaton)) {
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
  }
  const kept = [...found].sort(([a, x], [b, y]) => y.boost - x.boost || (a < b ? -1 : 1)).slice(0, settings.maxExpansions);
  if (kept.length === 0) return noneNode(`no terms like [${term}]`);
  const docFreq = Math.max(...kept.map(([, one]) => one.docFreq));
  const terms: TermNode[] = kept.map(([text, { boost }]) => ({ ...termNode({ field, term: text, boost: Math.fround(boost) }), docFreq }));
  return terms.length === 1 ? terms[0]! : booleanNode({ should: terms });
}
