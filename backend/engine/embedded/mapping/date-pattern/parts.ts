/** A letter of a pattern, and how often it stands there. */
export type Letter = { letter: string; width: number };

export type Part = ({ kind: "field" } & Letter) | { kind: "text"; text: string } | { kind: "optional"; parts: Part[] };

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
export const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const LETTERS = "GuyDMLdQqYwWEecFahKkHmsSAnNVvzOXxZpI";

// `F` and `I` are ours, for the named formats: one to nine digits of a second, and any ISO zone or offset.
/** The parts of a pattern. Throws `SyntaxError` with Java's words. */
export function readParts(pattern: string, from: number, nested: boolean): { parts: Part[]; next: number } {
  const parts: Part[] = [];
  let at = from;
  while (at < pattern.length) {
    const char = pattern.charAt(at);
    if (char === "'") {
      const end = pattern.indexOf("'", at + 1);
      if (end < 0) throw new SyntaxError(`Pattern ends with an incomplete string literal: ${pattern}`);
      parts.push({ kind: "text", text: end === at + 1 ? "'" : pattern.slice(at + 1, end) });
      at = end + 1;
    } else if (char === "[") {
      const inner = readParts(pattern, at + 1, true);
      parts.push({ kind: "optional", parts: inner.parts });
      at = inner.next;
    } else if (char === "]") {
      if (!nested) throw new SyntaxError("Pattern invalid as it contains ] without previous [");
      return { parts, next: at + 1 };
    } else if (/[A-Za-z]/.test(char)) {
      if (!LETTERS.includes(char)) throw new SyntaxError(`Unknown pattern letter: ${char}`);
      let end = at;
      while (pattern.charAt(end) === char) end++;
      parts.push({ kind: "field", letter: char, width: end - at });
      at = end;
    } else {
      parts.push({ kind: "text", text: char });
      at++;
    }
  }
  return { parts, next: at };
}
