import type { StoredDocument } from "./types";

/** UTF-16 units of sources in each of the two halves. */
const UNITS = 1_000_000;

/**
 * The documents that were shown as hits last. What stands under a sequence number never changes, so that nothing here
 * goes out of date. Two halves: when the younger is full it becomes the older, and what was not asked for since is let
 * go.
 */
export class DocumentCache {
  private young = new Map<number, StoredDocument>();
  private old = new Map<number, StoredDocument>();
  private units = 0;

  get(seq: number, load: (seq: number) => StoredDocument): StoredDocument {
    const known = this.young.get(seq);
    if (known) return known;
    const document = this.old.get(seq) ?? load(seq);
    if (document.source.length > UNITS / 4) return document;
    this.young.set(seq, document);
    // An entry costs about so much beside its source.
    this.units += document.source.length + 200;
    if (this.units > UNITS) {
      this.old = this.young;
      this.young = new Map();
      this.units = 0;
    }
    return document;
  }
}
