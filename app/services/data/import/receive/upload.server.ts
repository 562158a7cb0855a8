import { createWriteStream } from "node:fs";
import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import busboy from "busboy";
import { IMPORTS_LIMITS } from "@common/limits/imports";
import { privateFolder } from "@common/storage/private-files";
import { newJobId } from "~/services/platform/jobs/table.server";

/** Larger files are refused; the disk is looked at besides. */
export const MAX_UPLOAD_BYTES = IMPORTS_LIMITS.file.most;
/** Pasted text is held in memory. */
export const MAX_PASTE_BYTES = IMPORTS_LIMITS.pasted.most;
const MAX_OTHER_TEXT_BYTES = IMPORTS_LIMITS.otherText.most;
const KEEP_FREE_BYTES = 256 * 1024 ** 2;

export type Upload = {
  /** Texts of the form by name; a text over the limit is cut and its name is in `cut`. */
  fields: Map<string, string>;
  cut: string[];
  /** What was uploaded, on disk; null when no file was chosen. */
  file: { path: string; name: string; size: number } | null;
  /** Why there is no file although one was sent. */
  problem: string | null;
};

/**
 * Reads a multipart form, its file straight to disk with back pressure up to the browser: memory stays flat whatever
 * its size. Takes the request and the folder for files; the caller owns the file afterwards. A file that cannot be kept
 * is read to its end and thrown away, for a browser that is cut off shows no message. Throws when the browser goes
 * away, leaving no file.
 */
export async function receiveUpload({
  request,
  dir,
  maxBytes = MAX_UPLOAD_BYTES,
}: {
  request: Request;
  dir: string;
  maxBytes?: number;
}): Promise<Upload> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || request.body === null)
    throw new Response("An upload must be multipart/form-data.", { status: 415 });
  privateFolder(dir);
  const announced = Number(request.headers.get("content-length") ?? "0");
  const upload: Upload = {
    fields: new Map(),
    cut: [],
    file: null,
    problem: await roomProblem({ dir, announced, maxBytes }),
  };
  const path = join(dir, `${newJobId()}.upload`);
  let writing: Promise<void> = Promise.resolve();

  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      // A text of as many bytes as this counts as cut.
      limits: { fields: 20_100, files: 1, fileSize: maxBytes, fieldSize: MAX_PASTE_BYTES + 1 },
    });
  } catch {
    throw new Response("The form cannot be read.", { status: 400 });
  }
  let textBytes = 0;
  parser.on("field", (name, value, info) => {
    textBytes += value.length;
    // All texts together are held in memory, not each by itself.
    if (textBytes > MAX_PASTE_BYTES + MAX_OTHER_TEXT_BYTES) {
      upload.cut.push(name);
      upload.problem ??= "The form holds more text than this page takes.";
      return;
    }
    upload.fields.set(name, value);
    if (info.valueTruncated) upload.cut.push(name);
  });
  parser.on("file", (_name, stream, info) => {
    // A file control without a file sends an empty part without a name.
    if (info.filename === undefined || info.filename === "" || upload.problem !== null) {
      stream.resume();
      return;
    }
    stream.on("limit", () => (upload.problem = tooLarge(maxBytes)));
    writing = keep({ stream, path, name: info.filename, upload });
  });

  try {
    // The types of Node's and the browser's web streams differ by name only.
    await pipeline(Readable.fromWeb(request.body as NodeReadableStream), parser, { signal: request.signal });
    await writing;
  } catch (error) {
    await writing;
    await rm(path, { force: true });
    if (error instanceof Error && /Unexpected end of form|Malformed|boundary/i.test(error.message))
      throw new Response("The form ends too early.", { status: 400 });
    throw error;
  }
  if (upload.problem !== null) {
    await rm(path, { force: true });
    upload.file = null;
  }
  return upload;
}

async function keep({
  stream,
  path,
  name,
  upload,
}: {
  stream: Readable;
  path: string;
  name: string;
  upload: Upload;
}): Promise<void> {
  let size = 0;
  stream.on("data", (chunk: Buffer) => (size += chunk.length));
  const file = createWriteStream(path, { mode: 0o600 });
  try {
    await pipeline(stream, file, { end: true });
    upload.file = { path, name: shownName(name), size };
  } catch (error) {
    upload.problem ??= diskProblem(error);
    stream.resume();
  }
}

/**
 * The name of a file for readers: nothing that is not seen, nothing that turns the text around, and not longer than a
 * disk allows.
 */
function shownName(name: string): string {
  const seen = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return [...seen].slice(0, 255).join("") || "Unnamed file";
}

function diskProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT")
    return "The console's disk is full. Make room in its data folder, or import a smaller file.";
  return `The file could not be kept on the console's disk${code === "" ? "" : ` (${code})`}.`;
}

function tooLarge(maxBytes: number): string {
  const size =
    maxBytes >= 1024 ** 3 ? `${Math.round(maxBytes / 1024 ** 3)} GB` : `${Math.round(maxBytes / 1024 ** 2)} MB`;
  return `The file is larger than ${size}, the limit. Pack it with gzip, or cut it into parts.`;
}

async function roomProblem({
  dir,
  announced,
  maxBytes,
}: {
  dir: string;
  announced: number;
  maxBytes: number;
}): Promise<string | null> {
  if (announced > maxBytes + MAX_PASTE_BYTES) return tooLarge(maxBytes);
  const { bavail, bsize } = await statfs(dir);
  return announced + KEEP_FREE_BYTES > bavail * bsize && announced > MAX_PASTE_BYTES
    ? "The console's disk has no room for this file. Make room in its data folder, or pack the file with gzip."
    : null;
}
