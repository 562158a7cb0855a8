import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ENGINE_LIMITS } from "@common/limits/engine";
import type { HeldBytes } from "./body-budget";
import { badRequest, HttpError } from "./errors";

/** The largest body of all, unpacked, in bytes. */
const MAX_BODY = ENGINE_LIMITS.bulk.most;
/** A caller who sends nothing for so long, in ms, is let go. */
const IDLE = 30_000;

function tooLarge(): HttpError {
  return new HttpError(413, "http: request body too large", { headers: { Connection: "close" } });
}

function unpacked(request: IncomingMessage): Readable {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return request;
  if (encoding !== "gzip" && encoding !== "x-gzip")
    throw new HttpError(415, `unsupported content encoding: ${encoding}`);
  const gunzip = createGunzip();
  request.on("error", (error) => gunzip.destroy(error));
  request.on("close", () => {
    if (!request.complete) gunzip.destroy(new Error("the caller went away"));
  });
  return request.pipe(gunzip);
}

function tooSlow(): HttpError {
  return new HttpError(408, "the request body did not arrive in time", { headers: { Connection: "close" } });
}

/** What comes next, or a refusal where nothing comes in time. The time in which nobody asks does not count. */
async function nextInTime(source: AsyncIterator<Buffer>, within: number): Promise<IteratorResult<Buffer>> {
  let idle: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    idle = setTimeout(() => reject(tooSlow()), within);
  });
  try {
    return await Promise.race([source.next(), late]);
  } finally {
    clearTimeout(idle);
  }
}

type Reading = { limit?: number; idle?: number; held?: HeldBytes | undefined };

// What came with the last of a packed body would unfold all the same, a thousand times as large, with nobody to read
// it.
function letGo(request: IncomingMessage, source: Readable): void {
  if (source === request) {
    source.resume();
    return;
  }
  request.unpipe();
  source.destroy();
}

/**
 * A body in pieces as they come, refused in the same ways, if need be halfway. It takes nothing of the budget unless
 * `held` is told, for pieces that are kept.
 */
export async function* readPieces(
  request: IncomingMessage,
  { limit = MAX_BODY, idle = IDLE, held }: Reading = {},
): AsyncGenerator<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const source = unpacked(request);
  // The connection stays open for the answer when reading ends early.
  const pieces = source.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let size = 0;
  try {
    for (;;) {
      const next = await nextInTime(pieces, idle);
      if (next.done) return;
      size += next.value.length;
      if (size > limit) throw tooLarge();
      held?.take(next.value.length);
      yield next.value;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw badRequest(source === request ? "the caller went away" : "the request body is not valid gzip");
  } finally {
    letGo(request, source);
  }
}

/**
 * Reads and unpacks a request's body as UTF-8 text. Refuses with 413 as soon as the limit is passed, by the length
 * announced or by what came out of the unpacking so far, so a gzip bomb never unfolds; 400 for broken gzip; 408 for a
 * caller who sends nothing for `idle` ms; what `held` throws where the bodies of all requests together are too many.
 * What `held` took stays taken: the text lives as long as the request.
 */
export async function readBody(
  request: IncomingMessage,
  { limit = MAX_BODY, idle: idleAfter = IDLE, held }: Reading = {},
): Promise<string> {
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const source = unpacked(request);
  const parts: Buffer[] = [];
  let size = 0;
  let idle: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      idle = setTimeout(() => reject(tooSlow()), idleAfter);
      source.on("data", (part: Buffer) => {
        size += part.length;
        idle?.refresh();
        if (size > limit) return reject(tooLarge());
        try {
          held?.take(part.length);
          parts.push(part);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      source.on("end", resolve);
      source.on("error", (error) =>
        reject(badRequest(source === request ? error.message : "the request body is not valid gzip")),
      );
      request.on("close", () => {
        if (!request.complete) reject(badRequest("the caller went away"));
      });
    });
    return Buffer.concat(parts, size).toString("utf8");
  } finally {
    clearTimeout(idle);
    source.removeAllListeners("data");
    parts.length = 0;
    letGo(request, source);
  }
}
