import { BOUNDS } from "./bounds";
import { ConditionError } from "./fault";
import type { Token } from "./tokens";

const END: Token = { kind: "end", text: "", at: 0 };

/** Goes through the words of a condition, one after the other. */
export function createReader(tokens: readonly Token[]) {
  let place = 0;
  let depth = 0;

  const peek = (ahead = 0): Token => tokens[Math.min(place + ahead, tokens.length - 1)] ?? END;
  const isOne = ({ kind, text }: Token, texts: readonly string[]) =>
    (kind === "sign" || kind === "word") && texts.includes(text);
  const is = (...texts: string[]) => isOne(peek(), texts);
  const missing = (wanted: string) => {
    const { kind, text, at } = peek();
    return new ConditionError(`${wanted} is missing${kind === "end" ? "" : ` before "${text}"`}`, at);
  };

  function next(): Token {
    const token = peek();
    place++;
    return token;
  }

  function take(...texts: string[]): boolean {
    if (!is(...texts)) return false;
    place++;
    return true;
  }

  return {
    peek,
    next,
    is,
    isAhead: (...texts: string[]) => isOne(peek(1), texts),
    take,
    missing,
    /** Throws a ConditionError where another word stands. */
    need(text: string): void {
      if (!take(text)) throw missing(`"${text}"`);
    },
    deeper<Result>(at: number, read: () => Result): Result {
      if (++depth > BOUNDS.depth) throw new ConditionError(`brackets go at most ${BOUNDS.depth} deep`, at);
      const result = read();
      depth--;
      return result;
    },
    /** What stands between brackets, with commas. */
    list<Item>(end: string, read: () => Item): Item[] {
      const items: Item[] = [];
      while (!take(end)) {
        items.push(read());
        if (!is(end) && !take(",")) throw missing(`"${end}"`);
      }
      return items;
    },
  };
}

export type Reader = ReturnType<typeof createReader>;
