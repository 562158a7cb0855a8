import { createHash } from "node:crypto";
import { parseJson, stringifyJson } from "@common/text/json";
import type { Document, Page } from "./types";

const MODULUS = 1n << 128n;

/** The sum of an index, and how many documents it is of. */
export type Checksum = { documents: number; sum: bigint };

/**
 * A number for a document: the first 128 bits of SHA-256 over id, version and JSON. The JSON is parsed with all digits
 * and rewritten, so that spaces do not count but everything else does: both engines give a document back as it was put
 * in. Routing is left out, since one of the two sides is always the embedded engine, which has one shard and keeps
 * none.
 */
export function hashOf({ id, version, source }: Document): bigint {
  const hash = createHash("sha256")
    .update(`${JSON.stringify(id)}\n${version}\n${stringifyJson(parseJson(source))}`)
    .digest();
  return (hash.readBigUInt64BE(0) << 64n) | hash.readBigUInt64BE(8);
}

/**
 * Adds documents to a checksum: a sum mod 2^128, so that the order in which they come does not matter and a document
 * that came twice shows.
 */
export function add(sum: Checksum, documents: readonly Document[]): void {
  for (const document of documents) sum.sum = (sum.sum + hashOf(document)) % MODULUS;
  sum.documents += documents.length;
}

/** The checksum of everything that is read, page by page. */
export async function checksum(pages: AsyncIterable<Page>): Promise<Checksum> {
  const sum: Checksum = { documents: 0, sum: 0n };
  for await (const { documents } of pages) add(sum, documents);
  return sum;
}

/** A checksum as it is printed: 32 hexadecimal digits. */
export function shown({ sum }: Checksum): string {
  return sum.toString(16).padStart(32, "0");
}
