import { eachAlone, isTokenwise } from "./parts";
import type { StreamToken, TokenFilter } from "./types";

// Texts repeat their words, and what filters make of a word alone is the same each time: it is kept.

/** A longer term is a slice that would keep the text it was cut from in memory, and rarely comes twice. */
const LONGEST = 12;
/** Terms that all analyzers keep together; beyond that all of them are forgotten. */
const MOST_TERMS = 200_000;

const memories = new Set<Map<string, readonly string[]>>();
let kept = 0;

function remember(memory: Map<string, readonly string[]>, term: string, terms: readonly string[]): void {
  kept += terms.length + 1;
  if (kept > MOST_TERMS) {
    for (const each of memories) each.clear();
    memories.clear();
    kept = terms.length + 1;
  }
  memories.add(memory);
  memory.set(term, terms);
}

/** The same filters, those in a row that look at each token on its own as one that knows the words it has seen. */
export function withMemory(filters: readonly TokenFilter[]): TokenFilter[] {
  const out: TokenFilter[] = [];
  let row: TokenFilter[] = [];
  const close = () => {
    if (row.length > 0) out.push(remembering(row));
    row = [];
  };
  for (const filter of filters) {
    if (isTokenwise(filter)) row.push(filter);
    else {
      close();
      out.push(filter);
    }
  }
  close();
  return out;
}

function remembering(filters: readonly TokenFilter[]): TokenFilter {
  const memory = new Map<string, readonly string[]>();
  const change = (token: StreamToken) => filters.reduce((tokens, filter) => filter(tokens), [token]);
  return eachAlone((tokens) => {
    const out: StreamToken[] = [];
    for (const token of tokens) {
      const { term } = token;
      if (token.keyword || term.length > LONGEST) {
        for (const changed of change(token)) out.push(changed);
        continue;
      }
      let terms = memory.get(term);
      if (!terms) {
        terms = change({ ...token }).map((changed) => changed.term);
        remember(memory, term, terms);
      }
      const [first] = terms;
      if (terms.length === 1 && first !== undefined) {
        token.term = first;
        out.push(token);
        continue;
      }
      const { position, positionLength, startOffset, endOffset, type } = token;
      for (const each of terms) out.push({ term: each, position, positionLength, startOffset, endOffset, type });
    }
    return out;
  });
}
