import { trimEndOf } from "@common/text/trim-end";
// Ids of documents may be anything: `a/b`, `50%41`, `..`, a line break. An address has to carry them so that nothing on
// the way, no browser, router or proxy, makes another id of them.

/**
 * What an id in an address must not be. Of dots URL parsers make a step up, encoded or not; the words are pages of ours
 * that stand where an id may
 * (a test looks for them in routes.js), and the router takes them in either case. A tilde before them, and before those
 * that have one already, keeps them what they are.
 */
const taken = /^~*(\.{1,2}|new|performance|retention|writing-window|functions|run|import|searches|history|schedule)$/i;

/** Remix takes an address with this end for a call of its own scripts. */
const DATA = ".data";

/** A text as one segment of a path of the console. `decodeSegment` gives it back. */
export function encodeSegment(text: string): string {
  if (taken.test(text)) return `~${text}`;
  // Half a pair has no encoding.
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  return encoded.endsWith(DATA) ? `${encoded.slice(0, -DATA.length)}%2Edata` : encoded;
}

/** What `encodeSegment` made a segment of; a segment that is not encoded properly stands for itself. */
export function decodeSegment(segment: string): string {
  if (segment.startsWith("~") && taken.test(segment)) return segment.slice(1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const pictured = /[\0-\x1f\x7f]/g;
const hidden = /[\x80-\x9f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** An id for readers: characters without a shape of their own, and spaces at its ends, are drawn. */
export function shownId(id: string): string {
  const drawn = id
    .replace(pictured, (sign) => (sign === "\x7f" ? "␡" : String.fromCodePoint(0x2400 + sign.charCodeAt(0))))
    .replace(hidden, (sign) => `⟨U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`)
    .replace(/^ +/, (spaces) => "␠".repeat(spaces.length));
  const bare = trimEndOf(drawn, " ");
  return bare + "␠".repeat(drawn.length - bare.length);
}

/**
 * True for an id that is the same whoever decodes, cleans or routes by a path that holds it. Others go into the body of
 * a call: a real ReactiveSearch server decodes paths before it routes, and engines read `_mapping` after a `/` as a
 * call of theirs.
 */
export const isPlainId = (id: string) => /^[A-Za-z0-9~.-][A-Za-z0-9_~.-]*$/.test(id) && id !== "." && id !== "..";
