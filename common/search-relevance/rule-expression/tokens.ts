/** What is wrong with an expression, and where: `at` counts characters from 0. */
export class ExpressionError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(`${message} at character ${at + 1}`);
    this.name = "ExpressionError";
    this.at = at;
  }
}

export type Token = { kind: "text" | "number" | "word" | "variable" | "sign" | "end"; text: string; at: number };

const SPACE = /\s+/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
/** Fields of documents have dots and dashes in their names. */
const VARIABLE = /\$[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_@~-]+)*/uy;
const SIGNS = ["==", "!=", "&&", "||", "!", "(", ")", "[", "]", ",", "-"] as const;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"' };

function matchAt(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

// What stands behind a backslash and is none of the known letters stays as it is: patterns are full of them.
function quoted(source: string, at: number): { text: string; end: number } {
  const quote = source[at];
  const parts: string[] = [];
  let from = at + 1;
  for (let place = from; place < source.length; place++) {
    if (source[place] === quote) return { text: parts.concat(source.slice(from, place)).join(""), end: place + 1 };
    if (source[place] !== "\\" || quote === "`") continue;
    const known = ESCAPES[source[place + 1] ?? ""];
    parts.push(source.slice(from, place), known ?? source.slice(place, place + 2));
    place++;
    from = place + 1;
  }
  throw new ExpressionError("a quotation is not closed", at);
}

/** The words of an expression, in one pass. Throws an ExpressionError. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const space = matchAt(SPACE, source, at);
    if (space !== null) {
      at += space.length;
      continue;
    }
    if (/['"`]/.test(source[at] ?? "")) {
      const { text, end } = quoted(source, at);
      tokens.push({ kind: "text", text, at });
      at = end;
      continue;
    }
    const token = plainToken(source, at);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: "end", text: "", at: source.length });
  return tokens;
}

function plainToken(source: string, at: number): Token {
  const variable = matchAt(VARIABLE, source, at);
  if (variable !== null) return { kind: "variable", text: variable, at };
  const number = matchAt(NUMBER, source, at);
  if (number !== null) return { kind: "number", text: number, at };
  const word = matchAt(WORD, source, at);
  if (word !== null) return { kind: "word", text: word, at };
  const sign = SIGNS.find((one) => source.startsWith(one, at));
  if (sign !== undefined) return { kind: "sign", text: sign, at };
  throw new ExpressionError(`"${String.fromCodePoint(source.codePointAt(at) ?? 0)}" is not understood`, at);
}
