import type { EngineResponse } from "../port";

/** Jackson's limit in later versions (StreamReadConstraints), which answer 400 of themselves. */
const MAX_DEPTH = 1000;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, LINE_FEED] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x0a,
];

/**
 * True for JSON, or a line of NDJSON, nested more than 1,000 levels deep. A raw line feed never stands inside a JSON
 * text, so each line counts again only where the body is NDJSON.
 */
export function isTooDeep(body: string | Uint8Array, { lines }: { lines: boolean }): boolean {
  if (body.length <= MAX_DEPTH) return false;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (lines && depth === 0) {
      // Lines too short to be deep are not looked into.
      const end = bytes.indexOf(LINE_FEED, at);
      if (end >= 0 && end - at <= MAX_DEPTH) {
        at = end;
        continue;
      }
    }
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    else if (lines && byte === LINE_FEED) depth = 0;
  }
  return false;
}

/** A body in pieces that turned out to be nested too deep. */
export class TooDeepError extends Error {}

/** A body of whole lines as it goes by. Throws `TooDeepError` before the first piece that is nested too deep. */
export async function* shallowPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (isTooDeep(piece, { lines: true })) throw new TooDeepError();
    yield piece;
  }
}

/**
 * What the embedded engine and later versions answer to such a body; the stack of an older one overflows, which ends
 * its process.
 */
export function tooDeepAnswer(): EngineResponse {
  const reason = `Document nesting depth (${MAX_DEPTH + 1}) exceeds the maximum allowed (${MAX_DEPTH})`;
  const error = { type: "x_content_parse_exception", reason };
  return {
    status: 400,
    contentType: "application/json",
    body: JSON.stringify({ error: { root_cause: [error], ...error }, status: 400 }),
  };
}
