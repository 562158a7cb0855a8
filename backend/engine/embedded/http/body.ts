import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { EngineError, illegalArgument } from "../errors";
import { MAX_BODY_BYTES } from "./router";

function tooLong(size: number | string): EngineError {
  return new EngineError(
    413,
    "content_too_long_exception",
    `entity content is too long [${size}] for the configured buffer limit [${MAX_BODY_BYTES}]`,
  );
}

function unpacked(request: IncomingMessage): Readable {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return request;
  if (encoding === "gzip") return request.pipe(createGunzip());
  if (encoding === "deflate") return request.pipe(createInflate());
  throw illegalArgument(`unknown content encoding [${encoding}]`);
}

/** Reads a whole body, unpacked. Throws 413 as soon as it is over the limit, before the rest is read. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const said = Number(request.headers["content-length"] ?? 0);
  if (said > MAX_BODY_BYTES) throw tooLong(said);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked(request) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw tooLong(size);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw illegalArgument("the body could not be unpacked", { cause: error });
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
