/** Collects pairs of document and value that come by value, and hands the values out by document. */
export class RaggedPairs {
  private readonly docs: number[] = [];
  private readonly values: number[] = [];

  constructor(private readonly docCount: number) {}

  add(doc: number, value: number): void {
    this.docs.push(doc);
    this.values.push(value);
  }

  finish(): { starts: Uint32Array; values: number[] } {
    const starts = new Uint32Array(this.docCount + 1);
    for (const doc of this.docs) starts[doc + 1] = (starts[doc + 1] ?? 0) + 1;
    for (let doc = 0; doc < this.docCount; doc++) starts[doc + 1] = (starts[doc + 1] ?? 0) + (starts[doc] ?? 0);
    const next = starts.slice();
    const values = new Array<number>(this.values.length).fill(0);
    this.docs.forEach((doc, place) => {
      const slot = next[doc] ?? 0;
      values[slot] = this.values[place] ?? 0;
      next[doc] = slot + 1;
    });
    return { starts, values };
  }
}
