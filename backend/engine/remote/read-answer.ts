import type { EngineResponse } from "../port";
import type { RemoteAnswer } from "./client";

/** So much of a large answer is text, in bytes; the rest goes by in pieces. */
const BEGINNING = 1024 * 1024;

// The last place at or before `end` where no character is cut in two.
function characterEnd(bytes: Buffer, end: number): number {
  let place = end;
  while (place > 0 && ((bytes[place] ?? 0) & 0xc0) === 0x80) place -= 1;
  return place;
}

async function* after(first: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  } finally {
    // A reader that stops early lets go of the connection.
    await pieces.return?.();
  }
}

/**
 * Reads the body of an answer: all of it, or where the caller takes a rest and it is large, its beginning as text and
 * what is left in pieces.
 */
export async function readAnswer(
  { status, body }: Pick<RemoteAnswer, "status" | "body">,
  takesRest: boolean,
): Promise<Pick<EngineResponse, "body" | "rest">> {
  if (!takesRest || status >= 400) return { body: await body.text() };
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const known: Uint8Array[] = [];
  let size = 0;
  while (size <= BEGINNING) {
    const next = await pieces.next();
    if (next.done) return { body: Buffer.concat(known).toString("utf8") };
    known.push(next.value);
    size += next.value.length;
  }
  const bytes = Buffer.concat(known);
  const end = characterEnd(bytes, BEGINNING);
  return { body: bytes.toString("utf8", 0, end), rest: after(bytes.subarray(end), pieces) };
}
