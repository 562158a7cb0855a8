/**
 * A sign or word of Lucene's query syntax, each with its text as it goes on: escaped again, so that every engine reads
 * it as it was read here. `text` is what a word says without its backslashes.
 */
export type Token =
  | { kind: "word" | "quoted" | "pattern"; written: string; text: string }
  | { kind: "regexp" | "range" | "tilde" | "boost" | "operator" | "sign" | "alone"; written: string }
  | { kind: "open" | "close" | "colon"; written: string };

const SPACE = /[ \t\n\r\u3000]/;
const ESCAPED = String.raw`\\[^]`;
const START = String.raw`(?:[^ \t\n\r\u3000+\-!():^[\]"{}~*?\\/]|${ESCAPED})`;
const PART = String.raw`(?:${START}|[-+])`;
const WORD = new RegExp(`${START}${PART}*`, "y");
const PATTERN = new RegExp(`(?:${START}|[*?])(?:${PART}|[*?])*`, "y");
const QUOTED = /"(?:[^"\\]|\\[^])*"/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const TILDE = /~(?:\d+(?:\.\d+)?)?/y;
// Engines do not agree on where an expression with a backslash before a backslash ends.
const REGEXP = /\/(?:[^/\\]|\\[^\\])*\//y;
// Around bounds in quotes some engines see brackets that are not there.
const RANGE =
  /([[{])[ \t\n\r\u3000]*("[^"\\[\]{}]+"|[^\s"[\]{}]+) +TO +("[^"\\[\]{}]+"|[^\s"[\]{}]+)[ \t\n\r\u3000]*([\]}])/y;

function at(expression: RegExp, text: string, place: number): RegExpExecArray | null {
  expression.lastIndex = place;
  return expression.exec(text);
}

/** A word without its backslashes; `\u0041` is a letter. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code: string | undefined, letter: string | undefined) =>
    code ? String.fromCharCode(parseInt(code, 16)) : (letter ?? ""),
  );
}

const isHarmless = (letter: string) => /[\p{L}\p{N}\p{M}_.]/u.test(letter);

/** A word as every engine reads it: all that could be a sign has a backslash. */
export function escapedWord(text: string): string {
  if (/^(AND|OR|NOT|TO)$/.test(text)) return `\\${text}`;
  return Array.from(text, (letter) => (isHarmless(letter) ? letter : `\\${letter}`)).join("");
}

// `>5` is told by its first letters, escaped or not.
function escapedValue(text: string): string {
  const sign = /^[<>]=?(?=.)/s.exec(text)?.[0] ?? "";
  return sign + escapedWord(text.slice(sign.length));
}

function escapedPattern(image: string): string {
  return (image.match(/\\[^]|[^]/gu) ?? [])
    .map((part) =>
      part.length > 1 && part.startsWith("\\")
        ? part
        : part === "*" || part === "?" || isHarmless(part)
          ? part
          : `\\${part}`,
    )
    .join("");
}

function escapedQuoted(image: string): string {
  return `"${unescaped(image.slice(1, -1)).replace(/[\\"]/g, "\\$&")}"`;
}

function signAt(text: string, place: number): [Token, number] | null {
  const two = text.slice(place, place + 2);
  if (two === "&&") return [{ kind: "operator", written: "AND" }, 2];
  if (two === "||") return [{ kind: "operator", written: "OR" }, 2];
  const letter = text.charAt(place);
  switch (letter) {
    case "+":
    case "-":
    case "!":
      // A sign that stands alone is a word of signs, which analysis takes away.
      if (two.length === 2 && SPACE.test(two.charAt(1))) return [{ kind: "alone", written: `${letter} ` }, 2];
      return [letter === "!" ? { kind: "operator", written: "NOT" } : { kind: "sign", written: letter }, 1];
    case "(":
      return [{ kind: "open", written: letter }, 1];
    case ")":
      return [{ kind: "close", written: letter }, 1];
    case ":":
      return [{ kind: "colon", written: letter }, 1];
    default:
      return null;
  }
}

function boostAt(text: string, place: number): [Token, number] | null {
  const number = text.charAt(place) === "^" ? at(NUMBER, text, place + 1)?.[0] : undefined;
  return number === undefined ? null : [{ kind: "boost", written: `^${number}` }, number.length + 1];
}

function rangeAt(text: string, place: number): [Token, number] | null {
  const found = at(RANGE, text, place);
  return found
    ? [{ kind: "range", written: `${found[1]}${found[2]} TO ${found[3]}${found[4]}` }, found[0].length]
    : null;
}

function wordAt(text: string, place: number): [Token, number] | null {
  const word = at(WORD, text, place)?.[0] ?? "";
  const pattern = at(PATTERN, text, place)?.[0] ?? "";
  if (pattern.length > word.length)
    return [{ kind: "pattern", written: escapedPattern(pattern), text: unescaped(pattern) }, pattern.length];
  if (word === "") return null;
  if (/^(AND|OR|NOT)$/.test(word)) return [{ kind: "operator", written: word }, word.length];
  return [{ kind: "word", written: escapedValue(unescaped(word)), text: unescaped(word) }, word.length];
}

function tokenAt(text: string, place: number): [Token, number] | null {
  const sign = signAt(text, place) ?? boostAt(text, place) ?? rangeAt(text, place);
  if (sign) return sign;
  const quoted = at(QUOTED, text, place)?.[0];
  if (quoted !== undefined)
    return [{ kind: "quoted", written: escapedQuoted(quoted), text: unescaped(quoted.slice(1, -1)) }, quoted.length];
  const tilde = at(TILDE, text, place)?.[0];
  if (tilde !== undefined) return [{ kind: "tilde", written: tilde }, tilde.length];
  const regexp = at(REGEXP, text, place)?.[0];
  if (regexp !== undefined) return [{ kind: "regexp", written: regexp }, regexp.length];
  return wordAt(text, place);
}

/** The signs and words of a text; null where it is broken, or where engines would read it in several ways. */
export function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  for (let place = 0; place < text.length;) {
    if (SPACE.test(text.charAt(place))) {
      place++;
      continue;
    }
    const found = tokenAt(text, place);
    if (!found) return null;
    tokens.push(found[0]);
    place += found[1];
  }
  return tokens;
}
