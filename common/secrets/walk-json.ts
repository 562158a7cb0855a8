import { behindText } from "../text/json";

/** A value that is no object and no list: from `start` to before `end`, with its quotes. */
export type Leaf = { start: number; end: number; isText: boolean };

const BLANK = /\s/;
const ENDS_BARE = /[\s,:{}[\]"]/;

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && BLANK.test(text.charAt(at))) at++;
  return at;
}

/** What a quoted text stands for; of one that is broken or cut off, what can be read of it. */
export function readText(quoted: string): string {
  try {
    const value: unknown = JSON.parse(quoted);
    if (typeof value === "string") return value;
  } catch {
    // Read below, as far as it goes.
  }
  return quoted
    .replace(/^"|"$/g, "")
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * Walks over JSON, lines of JSON, and what was cut off or is not quite JSON, in one pass. `enter` tells what is known
 * below a member of an object, lists hand on what they stand in; `leaf` is told of each value with it. Names are given
 * as they are read, without escapes.
 */
export function walkJson<State>({
  text,
  root,
  enter,
  leaf,
}: {
  text: string;
  root: State;
  enter: (above: State, name: string) => State;
  leaf: (state: State, leaf: Leaf) => void;
}): void {
  const outside: State[] = [];
  let current = root;
  let member: { state: State } | null = null;
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === '"') {
      const end = behindText(text, at);
      const next = behindBlanks(text, end);
      if (text.charAt(next) === ":") {
        member = { state: enter(current, readText(text.slice(at, end))) };
        at = next + 1;
        continue;
      }
      leaf(member ? member.state : current, { start: at, end, isText: true });
      member = null;
      at = end;
    } else if (sign === "{" || sign === "[") {
      outside.push(current);
      if (member) current = member.state;
      member = null;
      at++;
    } else if (sign === "}" || sign === "]") {
      current = outside.pop() ?? root;
      member = null;
      at++;
    } else if (sign === "," || sign === ":" || BLANK.test(sign)) {
      if (sign === ",") member = null;
      at++;
    } else {
      let end = at + 1;
      while (end < text.length && !ENDS_BARE.test(text.charAt(end))) end++;
      leaf(member ? member.state : current, { start: at, end, isText: false });
      member = null;
      at = end;
    }
  }
}
