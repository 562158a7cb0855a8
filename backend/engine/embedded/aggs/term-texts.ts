import type { FieldReader } from "../store/types";

/**
 * Of fields with up to so many terms for each document found, terms are read together with those stored beside them.
 */
const TERMS_A_DOCUMENT = 4;

type TextOf = (ordinal: number) => string;

function readTogether({ terms }: FieldReader): TextOf {
  const known: (string | undefined)[] = Array.from({ length: terms.size });
  return (ordinal) => {
    const text = known[ordinal];
    if (text !== undefined) return text;
    const { first, texts } = terms.textsWith(ordinal);
    for (let place = 0; place < texts.length; place++) known[first + place] = texts[place];
    return known[ordinal]!;
  };
}

function readOneByOne({ terms }: FieldReader): TextOf {
  const known = new Map<number, string>();
  return (ordinal) => {
    let text = known.get(ordinal);
    if (text === undefined) known.set(ordinal, (text = terms.at(ordinal).term));
    return text;
  };
}

/**
 * Terms of one segment as texts: each is read once for all aggregations of a search. `found` is how many documents are
 * looked at.
 */
export class TermTexts {
  private readonly readers = new Map<FieldReader, TextOf>();

  constructor(private readonly found: number) {}

  of(reader: FieldReader): TextOf {
    let read = this.readers.get(reader);
    if (!read) {
      read = reader.terms.size <= this.found * TERMS_A_DOCUMENT ? readTogether(reader) : readOneByOne(reader);
      this.readers.set(reader, read);
    }
    return read;
  }
}
