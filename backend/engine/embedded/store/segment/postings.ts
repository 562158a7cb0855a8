import type { ByteWriter } from "./bytes";
import { ByteReader } from "./bytes";
import type { Postings } from "../types";

/**
 * Writes one document of a postings list: its distance from the document before (the first: from 0).
 * With frequencies the distance is doubled and its low bit says that the frequency is 1; else the frequency follows.
 */
export function writePosting(out: ByteWriter, distance: number, freq: number | undefined): void {
  if (freq === undefined) return out.varint(distance);
  out.varint(distance * 2 + (freq === 1 ? 1 : 0));
  if (freq !== 1) out.varint(freq);
}

/** Reads a whole postings list. Without stored frequencies they are all 1. */
export function readPostings({
  bytes,
  docFreq,
  freqs,
}: {
  bytes: Uint8Array;
  docFreq: number;
  freqs: boolean;
}): Postings {
  const docs = new Uint32Array(docFreq);
  const counts = new Uint32Array(docFreq);
  const input = new ByteReader(bytes);
  let doc = 0;
  for (let at = 0; at < docFreq; at++) {
    const code = input.varint();
    doc += freqs ? code >>> 1 : code;
    docs[at] = doc;
    counts[at] = !freqs || code & 1 ? 1 : input.varint();
  }
  return { docs, freqs: counts };
}

/** Reads the positions of a term in each document of its postings, whose frequencies are given. */
export function readPositions(bytes: Uint8Array, freqs: Uint32Array): { starts: Uint32Array; positions: Uint32Array } {
  const starts = new Uint32Array(freqs.length + 1);
  for (let at = 0; at < freqs.length; at++) starts[at + 1] = (starts[at] ?? 0) + (freqs[at] ?? 0);
  const positions = new Uint32Array(starts[freqs.length] ?? 0);
  const input = new ByteReader(bytes);
  for (let at = 0; at < freqs.length; at++) {
    let position = 0;
    for (let place = starts[at] ?? 0; place < (starts[at + 1] ?? 0); place++)
      positions[place] = position += input.varint();
  }
  return { starts, positions };
}
