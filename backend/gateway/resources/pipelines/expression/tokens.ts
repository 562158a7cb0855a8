import { ConditionError } from "./fault";

export type Token = { kind: "text" | "number" | "word" | "sign" | "end"; text: string; at: number };

const SPACE = /\s+/y;
const NUMBER = /\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const CODE = /x[\da-fA-F]{2}|u[\da-fA-F]{4}/y;
/** Longer ones first. */
const SIGNS = [
  ...["==", "!=", "<=", ">=", "&&", "||", "??", "?.", "..", "**"],
  ..."<>!?:+-*/%()[]{},.#",
] as const satisfies readonly string[];
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\", "'": "'", '"': '"', "`": "`" },
};

function matchAt(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

/** What stands behind a backslash: what it means, and how many characters it takes. */
function escaped(source: string, at: number): { text: string; length: number } {
  const letter = source[at] ?? "";
  const known = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (known !== undefined) return { text: known, length: 1 };
  const code = matchAt(CODE, source, at);
  if (code !== null) return { text: String.fromCharCode(Number.parseInt(code.slice(1), 16)), length: code.length };
  // What is none of them stays as it is: patterns are full of it.
  return { text: `\\${letter}`, length: 1 };
}

function quoted(source: string, at: number): { text: string; end: number } {
  const quote = source[at];
  const parts: string[] = [];
  let from = at + 1;
  for (let place = from; place < source.length; place++) {
    if (source[place] === quote) return { text: parts.concat(source.slice(from, place)).join(""), end: place + 1 };
    if (source[place] !== "\\" || quote === "`") continue;
    const { text, length } = escaped(source, place + 1);
    parts.push(source.slice(from, place), text);
    place += length;
    from = place + 1;
  }
  throw new ConditionError("a quotation is not closed", at);
}

function plainToken(source: string, at: number): Token {
  const number = matchAt(NUMBER, source, at);
  if (number !== null) return { kind: "number", text: number, at };
  const word = matchAt(WORD, source, at);
  if (word !== null) return { kind: "word", text: word, at };
  const sign = SIGNS.find((one) => source.startsWith(one, at));
  if (sign !== undefined) return { kind: "sign", text: sign, at };
  throw new ConditionError(`"${String.fromCodePoint(source.codePointAt(at) ?? 0)}" is not understood`, at);
}

/** The words of a condition, in one pass. Texts in backticks are as they stand. Throws a ConditionError. */
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
