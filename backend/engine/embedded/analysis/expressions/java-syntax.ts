// Properties that Java names otherwise than RE2. Classes that are sets of characters stand as the inside of brackets.
const CLASSES: Readonly<Record<string, string>> = {
  Alpha: "a-zA-Z",
  Digit: "0-9",
  Alnum: "a-zA-Z0-9",
  Upper: "A-Z",
  Lower: "a-z",
  Space: "\\t\\n\\v\\f\\r ",
  XDigit: "0-9a-fA-F",
  Blank: " \\t",
  Cntrl: "\\x00-\\x1f\\x7f",
  Punct: "!-\\/:-@\\[-`\\{-~",
  ASCII: "\\x00-\\x7f",
  Graph: "!-~",
  Print: " -~",
  IsAlphabetic: "\\p{Alphabetic}",
  IsDigit: "\\p{Nd}",
  IsLetter: "\\p{L}",
  IsPunctuation: "\\p{P}",
  IsUppercase: "\\p{Uppercase}",
  IsLowercase: "\\p{Lowercase}",
  IsWhite_Space: "\\t-\\r \\x{85}\\p{Z}",
  javaLowerCase: "\\p{Lowercase}",
  javaUpperCase: "\\p{Uppercase}",
  javaWhitespace:
    "\\t-\\r\\x1c-\\x20\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{2028}\\x{2029}\\x{205f}\\x{3000}",
};
const SPACE = "\\t\\n\\v\\f\\r ";
const BLANK = " \\t\\x{a0}\\x{1680}\\x{180e}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}";
// Letters that RE2 knows after a backslash as Java does.
const SHARED = /[wWdDSbBnrtfvz]/;

/** What RE2 cannot do in linear time, by how it begins, in words for the refusal. */
const BEYOND: readonly [RegExp, string][] = [
  [/^\(\?<?[=!]/, "look-around is not supported"],
  [/^\(\?>/, "atomic groups are not supported"],
  [/^\\(?:[1-9]|k<)/, "back references are not supported"],
  [/^\\[GRXN]/, "this escape is not supported"],
];

/**
 * Turns the parts of Java's regular expressions that RE2 writes otherwise: POSIX classes, names of properties,
 * possessive marks (with nothing to go back to they say no more than the plain ones), escapes, the ends of lines that a
 * dot stops at. Throws SyntaxError for what RE2 has not.
 */
export function translateJava(pattern: string, flags: ReadonlySet<string>): string {
  const dot = flags.has("DOTALL") || /\(\?[a-zA-Z]*s/.test(pattern) ? "." : "[^\\n\\r\\x{85}\\x{2028}\\x{2029}]";
  let inClass = false;
  let quantified = false;
  let out = "";
  for (let at = 0; at < pattern.length;) {
    const char = pattern[at] ?? "";
    if (!inClass || char === "\\") refuseBeyond(pattern.slice(at, at + 4));
    if (char === "\\") {
      const escape = readEscape(pattern, at, inClass);
      out += escape.text;
      at += escape.length;
      quantified = false;
      continue;
    }
    at++;
    if (inClass) {
      if (char === "[") throw new SyntaxError("a class inside a class is not supported");
      if (char === "&" && pattern[at] === "&") throw new SyntaxError("intersections of classes are not supported");
      inClass = char !== "]";
      out += char;
      continue;
    }
    if (char === "+" && quantified) {
      quantified = false;
      continue;
    }
    quantified = char === "*" || char === "+" || char === "?" || char === "}";
    if (char === "[") {
      inClass = true;
      // A bracket first is one of the class, as in Java and RE2.
      const start = /^\^?\]?/.exec(pattern.slice(at, at + 2))?.[0] ?? "";
      out += `[${start.replace("]", "\\]")}`;
      at += start.length;
    } else out += char === "." ? dot : char;
  }
  return out;
}

function refuseBeyond(rest: string): void {
  for (const [begins, why] of BEYOND) if (begins.test(rest)) throw new SyntaxError(why);
}

/** What stands for an escape, and how many units of the pattern it takes. */
function readEscape(pattern: string, at: number, inClass: boolean): { text: string; length: number } {
  const next = pattern[at + 1] ?? "";
  const bracketed = (inside: string, negated = false) =>
    inClass && !negated ? inside : `[${negated ? "^" : ""}${inside}]`;
  if (next === "p" || next === "P") return readProperty(pattern.slice(at, at + 60), inClass);
  if (next === "Q") {
    const end = pattern.indexOf("\\E", at + 2);
    const quoted = pattern.slice(at + 2, end < 0 ? undefined : end);
    return { text: quoted.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), length: quoted.length + (end < 0 ? 2 : 4) };
  }
  const code = /^\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|0([0-7]{1,3}))/.exec(
    pattern.slice(at, at + 12),
  );
  if (code) {
    const number = code[4] === undefined ? parseInt(code[1] ?? code[2] ?? code[3] ?? "", 16) : parseInt(code[4], 8);
    return { text: `\\x{${number.toString(16)}}`, length: code[0].length };
  }
  if (next === "s") return { text: bracketed(SPACE), length: 2 };
  if (next === "h") return { text: bracketed(BLANK), length: 2 };
  if (next === "H" && !inClass) return { text: bracketed(BLANK, true), length: 2 };
  if (next === "e") return { text: "\\x1b", length: 2 };
  if (next === "a") return { text: "\\x07", length: 2 };
  if (next === "A") return { text: "\\A", length: 2 };
  if (next === "Z") return { text: "\\z", length: 2 };
  if (SHARED.test(next)) return { text: `\\${next}`, length: 2 };
  if (/[a-zA-Z]/.test(next) || next === "")
    throw new SyntaxError(`Illegal/unsupported escape sequence near index ${at + 1}`);
  const letter = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0);
  return { text: /[\x21-\x7e]/.test(letter) && !/\w/.test(letter) ? `\\${letter}` : letter, length: 1 + letter.length };
}

function readProperty(rest: string, inClass: boolean): { text: string; length: number } {
  const property = /^\\([pP])(?:\{(\^?[\w=]+)\}|(\w))/.exec(rest);
  const name = property?.[2] ?? property?.[3];
  if (!property || name === undefined) throw new SyntaxError("Unknown character property name near index 1");
  const negated = property[1] === "P";
  const inside = CLASSES[name];
  const length = property[0].length;
  if (inside === undefined)
    return {
      text: `\\${property[1]}{${name.replace(/^(?:Is|In|IsScript=|script=|sc=|Script=|gc=|general_category=)(?=[A-Z])/, "")}}`,
      length,
    };
  if (!inClass) return { text: `[${negated ? "^" : ""}${inside}]`, length };
  if (negated) throw new SyntaxError(`\\P{${name}} inside a class is not supported`);
  return { text: inside, length };
}
