import type { Token } from "../../analysis/types";
import type { LuceneNode, PhraseSlot } from "../../query";

/** What of a query can be shown in a text. */
export type Wanted = {
  terms: Set<string>;
  tests: ((term: string) => boolean)[];
  phrases: { slots: readonly PhraseSlot[]; slop: number }[];
};

/**
 * Gathers the words that a query looks for; `accepts` says which of its fields count. Clauses that must not match do
 * not.
 */
export function wantedIn(node: LuceneNode, accepts: (field: string) => boolean): Wanted {
  const wanted: Wanted = { terms: new Set(), tests: [], phrases: [] };
  const visit = (one: LuceneNode): void => {
    switch (one.kind) {
      case "term":
        if (accepts(one.field)) wanted.terms.add(one.term);
        return;
      case "synonym":
      case "term_set":
        if (accepts(one.field)) for (const term of one.terms) wanted.terms.add(term);
        return;
      case "multi_term":
        if (accepts(one.field)) wanted.tests.push((term) => one.accepts(term));
        return;
      case "phrase":
        if (accepts(one.field))
          for (const slots of [one.slots, ...(one.others ?? [])]) wanted.phrases.push({ slots, slop: one.slop });
        return;
      case "boolean":
        for (const inner of [...one.must, ...one.filter, ...one.should]) visit(inner);
        return;
      case "dis_max":
        one.queries.forEach(visit);
        return;
      case "constant":
      case "named":
      case "function_score":
      case "vector_score":
      case "nested":
        return visit(one.query);
      case "boosting":
        return visit(one.positive);
      default:
        return;
    }
  };
  visit(node);
  return wanted;
}

export type Match = { start: number; end: number; term: string };

/**
 * Places looked at for one phrase in one text: with a wide slop, words that repeat could be put together in endless
 * ways.
 */
const MOST_PLACES = 50_000;

/** Tokens that stand in a phrase of the text; those found so far where there are too many ways to look. */
function inPhrase(tokens: readonly Token[], { slots, slop }: Wanted["phrases"][number]): Set<Token> {
  const found = new Set<Token>();
  const lists = slots.map((slot) => tokens.filter((token) => slot.terms.includes(token.term)));
  if (lists.some((list) => list.length === 0)) return found;
  let looked = 0;
  const walk = (at: number, chosen: Token[], low: number, high: number): void => {
    if (at === lists.length) {
      for (const token of chosen) found.add(token);
      return;
    }
    for (const token of lists[at]!) {
      if (++looked > MOST_PLACES) return;
      const place = token.position - slots[at]!.position;
      const least = Math.min(low, place);
      const most = Math.max(high, place);
      if (most - least <= slop && !chosen.includes(token)) walk(at + 1, [...chosen, token], least, most);
    }
  };
  walk(0, [], Infinity, -Infinity);
  return found;
}

/** Where a text holds what is wanted, by place. */
export function matchesIn(tokens: readonly Token[], wanted: Wanted): Match[] {
  const phrased = new Set<Token>();
  for (const phrase of wanted.phrases) for (const token of inPhrase(tokens, phrase)) phrased.add(token);
  const found = tokens.filter(
    (token) => wanted.terms.has(token.term) || phrased.has(token) || wanted.tests.some((test) => test(token.term)),
  );
  return found
    .map(({ startOffset, endOffset, term }) => ({ start: startOffset, end: endOffset, term }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}
