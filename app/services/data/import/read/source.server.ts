import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { toUtf8 } from "./encoding.server";
import type { Encoding } from "../types";

/** The file ends before its gzip stream does, or its bytes are damaged. What came before was handed out. */
export class SourceError extends Error {
  override name = "SourceError";
}

export type Source = {
  /** UTF-8, whatever the file is. Throws SourceError where gzip is cut off or damaged. */
  chunks: AsyncGenerator<Buffer>;
  /** Bytes of the file read so far, as they lie on disk. */
  bytesRead: () => number;
  close: () => void;
};

const gzipMessages: Record<string, string> = {
  Z_BUF_ERROR: "The gzip file is cut off: its end is missing.",
  Z_DATA_ERROR: "The gzip file is damaged.",
};

async function* failingAsSourceError(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const known = gzipMessages[code];
    if (known) throw new SourceError(known, { cause: error });
    throw error;
  }
}

/** Opens a spooled file for reading from its start: unpacked, as UTF-8, with back pressure down to the disk. */
export function openSource({ path, gzip, encoding }: { path: string; gzip: boolean; encoding: Encoding }): Source {
  const file = createReadStream(path, { highWaterMark: 128 * 1024 });
  let stream: Readable = file;
  if (gzip) {
    // A second gzip member after the first is normal; zeros after the last one are padding.
    const unpack = createGunzip({ chunkSize: 128 * 1024 });
    file.on("error", (error) => unpack.destroy(error));
    stream = file.pipe(unpack);
  }
  return {
    chunks: toUtf8({ chunks: failingAsSourceError(stream), encoding }),
    bytesRead: () => file.bytesRead,
    close: () => {
      file.destroy();
      stream.destroy();
    },
  };
}

/**
 * The first `limit` bytes of a file, unpacked when it is gzip but in the file's own encoding. `cut` tells that more
 * follows.
 */
export async function readHead({
  path,
  gzip,
  limit,
}: {
  path: string;
  gzip: boolean;
  limit: number;
}): Promise<{ head: Buffer; cut: boolean }> {
  const file = createReadStream(path, { highWaterMark: 64 * 1024 });
  const unpack = gzip ? createGunzip() : null;
  if (unpack) file.on("error", (error) => unpack.destroy(error));
  const stream: Readable = unpack ? file.pipe(unpack) : file;
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of failingAsSourceError(stream)) {
      parts.push(chunk);
      length += chunk.length;
      if (length >= limit) break;
    }
  } catch (error) {
    // A cut file still has a beginning to look at; reading it in full will tell.
    if (!(error instanceof SourceError)) throw error;
  } finally {
    file.destroy();
    stream.destroy();
  }
  const all = Buffer.concat(parts);
  return { head: all.subarray(0, limit), cut: length >= limit };
}
