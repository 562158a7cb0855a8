import { StringDecoder } from "node:string_decoder";
import type { Reply } from "@backend/gateway/platform/http/reply";

type Pairs = readonly (readonly [from: string, to: string])[];

function replaced(text: string, pairs: Pairs): string {
  return pairs.reduce((known, [from, to]) => known.replaceAll(from, to), text);
}

// Where a text is cut so that `kept` characters wait, no character in two.
function cutBefore(text: string, kept: number): number {
  const place = Math.max(0, text.length - kept);
  return /[\uDC00-\uDFFF]/.test(text.charAt(place)) ? Math.max(0, place - 1) : place;
}

// A text to replace may lie across two pieces: the end that could be its beginning waits for the next piece.
async function* replacedPieces({
  beginning,
  rest,
  pairs,
}: {
  beginning: string;
  rest: AsyncIterable<Uint8Array>;
  pairs: Pairs;
}): AsyncGenerator<Uint8Array> {
  const longest = Math.max(...pairs.map(([from]) => from.length));
  const decoder = new StringDecoder("utf8");
  let waiting = beginning;
  for await (const piece of rest) {
    const text = replaced(
      waiting + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)),
      pairs,
    );
    waiting = text.slice(cutBefore(text, longest - 1));
    yield Buffer.from(text.slice(0, text.length - waiting.length));
  }
  yield Buffer.from(replaced(waiting + decoder.end(), pairs));
}

/** An answer with texts replaced by others, wherever they stand, in a large answer as it goes by. */
export function replaceInReply(reply: Reply, pairs: Pairs): Reply {
  if (pairs.length === 0) return reply;
  if (!reply.rest) return { ...reply, body: replaced(reply.body, pairs) };
  const longest = Math.max(...pairs.map(([from]) => from.length));
  const text = replaced(reply.body, pairs);
  const body = text.slice(0, cutBefore(text, longest - 1));
  return { ...reply, body, rest: replacedPieces({ beginning: text.slice(body.length), rest: reply.rest, pairs }) };
}
