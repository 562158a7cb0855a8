/** Numbers below 2^32 in the order in which they came: a list of millions that takes four bytes each. */
export class Uint32List {
  private items = new Uint32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.items.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.length++] = value;
  }

  at(place: number): number | undefined {
    return place < this.length ? this.items[place] : undefined;
  }

  /** The numbers so far; not a copy. */
  get values(): Uint32Array {
    return this.items.subarray(0, this.length);
  }
}
