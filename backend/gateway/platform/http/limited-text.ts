import type { Reply } from "./reply";

/** The bytes of a reply, those that come later too. */
export async function* piecesOf({ body, rest }: Pick<Reply, "body" | "rest">): AsyncGenerator<Uint8Array> {
  yield Buffer.from(body);
  if (rest) yield* rest;
}

/** A text that is read to its end, unless it has more bytes than it may. Throws an Error that names it. */
export async function limitedText(
  body: AsyncIterable<Uint8Array>,
  { most, what }: { most: number; what: string },
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > most) throw new Error(`${what} is longer than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts, size).toString("utf8");
}
