import { crc32, deflateRawSync } from "node:zlib";

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const VERSION = 20;
/** 1980-01-01: the same files are the same archive. */
const DAY = 0x0021;

/** A ZIP archive of texts by name. */
export function zipTexts(files: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [called, text] of files) {
    const name = Buffer.from(called);
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    // What both heads say alike, from the version on.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(UTF8_NAMES, 2);
    facts.writeUInt16LE(DEFLATED, 4);
    facts.writeUInt16LE(DAY, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, name, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    const made = Buffer.from([VERSION, 0]);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), made, facts, entry, name]));
    parts.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.size, 4);
  end.writeUInt16LE(files.size, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, entries, Buffer.from("PK\u0005\u0006"), end]);
}
