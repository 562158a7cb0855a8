import { behindText } from "@common/text/json";

/**
 * The first name that stands twice in one object of a JSON text, which the parser takes for the last of the two. The
 * text must be JSON.
 */
export function nameTwice(text: string): { name: string; line: number } | null {
  const open: (Set<string> | null)[] = [];
  // Whether the next text is a name: behind `{`, and behind `,` in an object.
  let named = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") open.push(sign === "{" ? new Set() : null);
    else if (sign === "}" || sign === "]") open.pop();
    else if (sign === '"') {
      const end = behindText(text, at);
      const names = named ? open.at(-1) : null;
      const name: unknown = names ? JSON.parse(text.slice(at, end)) : undefined;
      if (names && typeof name === "string") {
        if (names.has(name)) return { name, line: text.slice(0, at).split("\n").length };
        names.add(name);
      }
      at = end - 1;
    }
    if (sign === "{" || sign === ",") named = true;
    else if (sign === '"' || sign === "[") named = false;
  }
  return null;
}
