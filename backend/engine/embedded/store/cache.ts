/** Keeps byte arrays up to a sum of bytes; the least recently used go first. */
export class ByteCache {
  private readonly entries = new Map<string, Uint8Array>();
  private used = 0;

  constructor(private readonly capacity: number) {}

  get bytes(): number {
    return this.used;
  }

  /** The bytes under `key`, loaded when they are not there. What is larger than a quarter of the cache is not kept. */
  get(key: string, load: () => Uint8Array): Uint8Array {
    const known = this.entries.get(key);
    if (known) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const loaded = load();
    if (loaded.byteLength > this.capacity / 4) return loaded;
    this.entries.set(key, loaded);
    this.used += loaded.byteLength;
    for (const [oldest, bytes] of this.entries) {
      if (this.used <= this.capacity) break;
      this.entries.delete(oldest);
      this.used -= bytes.byteLength;
    }
    return loaded;
  }
}
