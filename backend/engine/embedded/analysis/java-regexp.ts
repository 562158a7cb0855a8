import { illegalArgument } from "../errors";

const POSIX: Readonly<Record<string, string>> = {
  Alpha: "a-zA-Z", Digit: "0-9", Alnum: "a-zA-Z0-9", Upper: "A-Z", Lower: "a-z", Space: "\\t\\n\\v\\f\\r ", XDigit: "0-9a-fA-F", Blank: " \\t", Cntrl: "\\x00-\\x1f\\x7f",
  Punct: "!-\\/:-@\\[-`\\{-~", ASCII: "\\x00-\\x7f", IsAlphabetic: "\\p{Alphabetic}", IsDigit: "\\p{Nd}", IsLetter: "\\p{L}", IsPunctuation: "\\p{P}", IsUppercase: "\\p{Uppercase}", IsLowercase: "\\p{Lowercase}",
};

/** Turns the parts of Java's regular expressions that JavaScript writes otherwise: POSIX classes, `\p{L}` short forms, possessive marks, inline flags. */
function translate(pattern: string): string {
  let inClass = false;
  let out = "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (char === "\\") {
      const rest = pattern.slice(at);
      const property = /^\\([pP])(?:\{(\w+(?:=\w+)?)\}|(\w))/.exec(rest);
      const name = property?.[2] ?? property?.[3];
      if (property && name) {
        const posix = POSIX[name];
        const negated = property[1] === "P";
        if (posix === undefined) out += `\\${property[1]}{${name.replace(/^Is(?=[A-Z])/, "")}}`;
        else out += inClass ? posix : `[${negated ? "^" : ""}${posix}]`;
        at += property[0].length - 1;
        continue;
      }
      const quoted = /^\\Q([\s\S]*?)(?:\\E|$)/.exec(rest);
      if (quoted) {
        out += (quoted[1] ?? "").replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
        at += quoted[0].length - 1;
        continue;
      }
      const next = pattern[at + 1] ?? "";
      if (next === "h") out += inClass ? " \\t\\xA0" : "[ \\t\\xA0]";
      else if (next === "A") out += "^";
      else if (next === "z" || next === "Z") out += "$";
      else out += /[\w\\^$.*+?()[\]{}|/-]/.test(next) ? char + next : next;
      at++;
      continue;
    }
    if (char === "[") {
      if (inClass) throw new SyntaxError("a class inside a class");
      inClass = true;
    } else if (char === "]") inClass = false;
    else if (!inClass && (char === "+") && /[*+?}]/.test(pattern[at - 1] ?? "") && pattern[at - 2] !== "\\") continue;
    out += char;
  }
  return out;
}

const FLAGS: Readonly<Record<string, string>> = { CASE_INSENSITIVE: "i", MULTILINE: "m", DOTALL: "s", UNICODE_CASE: "", UNICODE_CHARACTER_CLASS: "", COMMENTS: "", LITERAL: "", CANON_EQ: "", UNIX_LINES: "" };

/**
 * A Java regular expression (with Elasticsearch's `flags`, as in `CASE_INSENSITIVE|DOTALL`) as a global one of JavaScript.
 * Throws 400 `pattern_syntax_exception`'s words when it cannot be read.
 */
export function javaRegExp(pattern: string, flags?: string): RegExp {
  let marks = "gu";
  for (const flag of (flags ?? "").split("|").filter((each) => each !== "")) {
    const mark = FLAGS[flag];
    if (mark === undefined) throw illegalArgument(`Unknown regex flag [${flag}] specified`);
    marks += mark;
  }
  let body = pattern;
  const inline = /^\(\?([ims]+)\)/.exec(body);
  if (inline?.[1]) {
    body = body.slice(inline[0].length);
    marks += [...inline[1]].filter((mark) => !marks.includes(mark)).join("");
  }
  try {
    return new RegExp(translate(body), marks);
  } catch (cause) {
    throw illegalArgument(`Invalid regular expression: ${pattern}`, { cause });
  }
}
