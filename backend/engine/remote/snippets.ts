import { StringDecoder } from "node:string_decoder";
import type { EngineRequest, EngineResponse } from "../port";

// Where Elasticsearch 7 cannot read a body its reason quotes the beginning of the buffer that the body came in, which
// is the whole HTTP request: line, headers, and with them the name and password with which the gateway signs in to the
// cluster. The quotation goes, the place in the body stays.

const MARK = '[Source: (byte[])\\"';
const QUOTED = /\[Source: \(byte\[\]\)\\"[\s\S]{0,4000}?\\"(?:\[truncated \d+ bytes\])?; line: /g;
const WITHOUT = "[Source: (byte[]); line: ";
/**
 * The parser quotes at most 500 bytes; escaped in JSON none of them takes more than six characters, as `QUOTED` says. A
 * quotation without an end is dropped up to here.
 */
const LONGEST = 4000;

// Calls whose answers of 200 hold the reasons of what failed in them, and no documents that could hold such a text of
// their own.
const PARTLY = /\/_(bulk|reindex|update_by_query|delete_by_query)$|^\/_tasks\//;

function cleaned(text: string): string {
  return text.includes(MARK) ? text.replace(QUOTED, WITHOUT) : text;
}

/** Splits a text into what can go on and what must wait for more: a quotation, or its mark, that has begun. */
function held(text: string): { done: string; waiting: string } {
  const begun = text.lastIndexOf(MARK);
  if (begun >= 0)
    return text.length - begun > LONGEST
      ? { done: `${text.slice(0, begun)}[Source: (byte[])`, waiting: "" }
      : { done: text.slice(0, begun), waiting: text.slice(begun) };
  for (let length = Math.min(MARK.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(MARK.slice(0, length))) return { done: text.slice(0, -length), waiting: text.slice(-length) };
  }
  return { done: text, waiting: "" };
}

async function* cleanedPieces(beginning: string, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new StringDecoder("utf8");
  let waiting = beginning;
  for await (const piece of rest) {
    const parts = held(cleaned(waiting + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))));
    waiting = parts.waiting;
    yield Buffer.from(parts.done);
  }
  yield Buffer.from(cleaned(waiting + decoder.end()));
}

/** An answer of the cluster without the bytes of the gateway's own request, in a large answer as it goes by. */
export function withoutRequestBytes({ path }: Pick<EngineRequest, "path">, response: EngineResponse): EngineResponse {
  if (response.status < 400 && !PARTLY.test(path)) return response;
  if (!response.rest) return { ...response, body: cleaned(response.body) };
  const { done, waiting } = held(cleaned(response.body));
  return { ...response, body: done, rest: cleanedPieces(waiting, response.rest) };
}
