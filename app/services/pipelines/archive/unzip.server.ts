import { crc32, inflateRawSync } from "node:zlib";

// What is unpacked is Node's zlib, which ends at a bound; read here is only the directory of the archive.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MOST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

export type ZipBounds = {
  /** Files. */ files: number;
  /** Bytes of one. */ each: number;
  /** Bytes of all. */ all: number;
};

/** An archive that is not taken; the message is a sentence for readers. */
export class ZipFault extends Error {}

const broken = () => new ZipFault("The archive is broken, or it is not a ZIP file.");

type Entry = { name: string; flags: number; method: number; crc: number; packed: number; size: number; at: number };

function endOf(bytes: Buffer): number {
  const last = bytes.length - END_BYTES;
  for (let at = last; at >= 0 && at >= last - MOST_COMMENT; at--)
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  throw broken();
}

function* entriesOf(bytes: Buffer): Generator<Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = count; left > 0; left--) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== ENTRY) throw broken();
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    yield {
      name: nameOf(bytes.subarray(at + 46, at + 46 + name)),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    };
    at += 46 + name + extra + comment;
  }
}

function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ZipFault("The archive has a file whose name is not UTF-8.");
  }
}

const shown = (name: string) => `“${name.slice(0, 100).replaceAll(/\p{Cc}/gu, "�")}”`;

/** Names that would lead out of a folder, on any system. */
const climbs = (name: string) =>
  name === "" || /[\\\0]|^\/|^[a-z]:/i.test(name) || name.split("/").some((part) => part === ".." || part === ".");

function unpacked(bytes: Buffer, { name, method, crc, packed, size, at }: Entry, most: number): Buffer {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw broken();
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(from, from + packed);
  if (data.length !== packed) throw broken();
  if (method !== STORED && method !== DEFLATED)
    throw new ZipFault(
      `${shown(name)} is compressed in a way that is not read here. Use deflate, as most programs do.`,
    );
  let text: Buffer;
  try {
    text = method === STORED ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, Math.min(size, most)) });
  } catch {
    throw broken();
  }
  // More than it says of itself is a bomb, or broken; both end here.
  if (text.length !== size || crc32(text) !== crc) throw broken();
  return text;
}

/**
 * The files of a ZIP archive as texts, by name; folders are left out. Sizes are held to the bounds before anything is
 * unpacked, and while it is. Throws ZipFault.
 */
export function unzipTexts(bytes: Buffer, bounds: ZipBounds): Map<string, string> {
  const entries: Entry[] = [];
  let all = 0;
  try {
    for (const entry of entriesOf(bytes)) {
      const { name, flags, size } = entry;
      if (climbs(name)) throw new ZipFault(`${shown(name)} is not a name of a file in an archive.`);
      if (name.endsWith("/")) continue;
      if ((flags & 1) === 1) throw new ZipFault("The archive is encrypted. Create it without a password.");
      if (entries.length === bounds.files) throw new ZipFault(`The archive has more than ${bounds.files} files.`);
      if (size > bounds.each) throw new ZipFault(`${shown(name)} is larger than ${megabytes(bounds.each)}.`);
      all += size;
      if (all > bounds.all) throw new ZipFault(`The files are larger than ${megabytes(bounds.all)} together.`);
      if (entries.some((one) => one.name === name)) throw new ZipFault(`${shown(name)} is there twice.`);
      entries.push(entry);
    }
    return new Map(entries.map((entry) => [entry.name, textOf(entry.name, unpacked(bytes, entry, bounds.each))]));
  } catch (error) {
    // Places beyond the end of the file.
    if (error instanceof RangeError) throw broken();
    throw error;
  }
}

const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;

function textOf(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ZipFault(`${shown(name)} is not text in UTF-8.`);
  }
}
