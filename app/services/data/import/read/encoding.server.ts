import { isUtf8 } from "node:buffer";
import type { Encoding } from "../types";

const signatures: { bytes: number[]; name: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], name: "a zip archive or an Excel workbook" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], name: "an old Excel or Word file" },
  { bytes: [0x25, 0x50, 0x44, 0x46], name: "a PDF" },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: "a PNG picture" },
  { bytes: [0xff, 0xd8, 0xff], name: "a JPEG picture" },
  { bytes: [0x47, 0x49, 0x46, 0x38], name: "a GIF picture" },
  { bytes: [0x50, 0x41, 0x52, 0x31], name: "a Parquet file" },
  { bytes: [0x42, 0x5a, 0x68], name: "a bzip2 archive" },
  { bytes: [0xfd, 0x37, 0x7a, 0x58], name: "an xz archive" },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: "a zstd archive" },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], name: "a 7-Zip archive" },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], name: "a SQLite database" },
];

const startsWith = (head: Buffer, bytes: number[]) => bytes.every((byte, at) => head[at] === byte);

/** Whether a file begins as gzip does. */
export function isGzip(head: Buffer): boolean {
  return startsWith(head, [0x1f, 0x8b]);
}

/** What a file is when it is no text at all, in words that follow "this is"; null for text. */
export function binaryKind(head: Buffer): string | null {
  const known = signatures.find((signature) => startsWith(head, signature.bytes));
  if (known) return known.name;
  if (bom(head) || looksUtf16(head)) return null;
  return head.includes(0) ? "a binary file" : null;
}

/** The encoding that a byte order mark names, and its length in bytes. */
export function bom(head: Buffer): { encoding: Encoding; length: number } | null {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { encoding: "utf-8", length: 3 };
  if (startsWith(head, [0xff, 0xfe])) return { encoding: "utf-16le", length: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { encoding: "utf-16be", length: 2 };
  return null;
}

function looksUtf16(head: Buffer): Encoding | null {
  const length = Math.min(head.length, 4096) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  const half = length / 2;
  if (odd > half * 0.6 && even < half * 0.05) return "utf-16le";
  if (even > half * 0.6 && odd < half * 0.05) return "utf-16be";
  return null;
}

/**
 * The encoding of a text: its byte order mark, else UTF-16 by its zero bytes, else UTF-8 when all bytes fit, else
 * Windows-1252 (the superset of Latin-1 that files from spreadsheets have).
 */
export function detectEncoding(head: Buffer): Encoding {
  const mark = bom(head);
  if (mark) return mark.encoding;
  const wide = looksUtf16(head);
  if (wide) return wide;
  // The sample may end inside a character: up to three bytes are forgiven.
  for (let cut = 0; cut <= 3 && cut < head.length; cut++) {
    if (isUtf8(head.subarray(0, head.length - cut))) return "utf-8";
  }
  // One broken row far into a file that is UTF-8 otherwise must not turn all the others into Latin-1.
  return mostlyUtf8(head) ? "utf-8" : "windows-1252";
}

function mostlyUtf8(head: Buffer): boolean {
  const text = head.toString("utf8");
  const broken = text.split("�").length - 1;
  const wide = (text.match(/[^\u0000-\u007f\ufffd]/g) ?? []).length;
  return wide > broken * 4;
}

/** Turns chunks of any encoding into chunks of UTF-8 without a byte order mark. UTF-8 itself passes unchanged. */
export async function* toUtf8({
  chunks,
  encoding,
}: {
  chunks: AsyncIterable<Buffer>;
  encoding: Encoding;
}): AsyncGenerator<Buffer> {
  if (encoding === "utf-8") {
    yield* withoutMark(chunks);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield Buffer.from(text);
  }
  const rest = decoder.decode();
  if (rest !== "") yield Buffer.from(rest);
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (first === null) {
      yield chunk;
      continue;
    }
    first = Buffer.concat([first, chunk]);
    if (first.length < 3) continue;
    yield bom(first)?.encoding === "utf-8" ? first.subarray(3) : first;
    first = null;
  }
  if (first !== null && first.length > 0) yield first;
}
