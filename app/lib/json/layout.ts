// Changes nothing of a JSON text but the spaces between its parts: numbers keep their digits, texts their escapes, keys
// their order.

const spaces = /\s/;
/**
 * Deeper values stand no further to the right: each line of a text of opening brackets would be longer than the last.
 */
const MOST_INDENT = 100;

/** Where a text in quotes that begins at `at` ends: the place after its closing quote. */
function endOfString(text: string, at: number) {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return Math.min(end + 1, text.length);
}

/** Calls `token` for each part of a valid JSON text: a sign, a text in quotes, or a number or word. */
export function forEachToken(text: string, token: (part: string) => void) {
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? "";
    if (spaces.test(sign)) {
      at += 1;
      continue;
    }
    let end = at + 1;
    if (sign === '"') end = endOfString(text, at);
    else if (!"{}[],:".includes(sign)) while (end < text.length && !/[\s{}[\],:"]/.test(text[end] ?? "")) end += 1;
    token(text.slice(at, end));
    at = end;
  }
}

/** A JSON text, or the beginning of one, on lines of its own, indented by two. Every value stays as it is written. */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let opened = false;
  const line = () => `\n${"  ".repeat(Math.min(Math.max(depth, 0), MOST_INDENT))}`;
  forEachToken(text, (part) => {
    const closes = part === "}" || part === "]";
    if (closes) {
      depth -= 1;
      if (!opened) parts.push(line());
    } else if (opened) parts.push(line());
    opened = part === "{" || part === "[";
    if (opened) depth += 1;
    parts.push(part === ":" ? ": " : part === "," ? `,${line()}` : part);
  });
  return parts.join("");
}

/** A valid JSON text on one line. Every value stays as it is written. */
export function compactJson(text: string): string {
  const parts: string[] = [];
  forEachToken(text, (part) => parts.push(part));
  return parts.join("");
}

/** The text as it was stored when that has lines, else indented. */
export function readableJson(text: string): string {
  return text.trim().includes("\n") ? text : indentJson(text);
}
