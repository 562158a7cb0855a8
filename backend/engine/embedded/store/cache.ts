type Entry = { bytes: Uint8Array; used: number };

/** What stays when the cache is full: evicting a little more at once makes it rare. */
const KEPT = 0.9;

/**
 * Keeps byte arrays up to a sum of bytes; the least recently used go first. A hit only notes the time: moving entries
 * about would cost more than what it saves, as every read of a part comes by here.
 */
export class ByteCache {
  private readonly entries = new Map<string, Entry>();
  private sum = 0;
  private clock = 0;

  constructor(private readonly capacity: number) {}

  get bytes(): number {
    return this.sum;
  }

  /** The bytes under `key`, loaded when they are not there. What is larger than a quarter of the cache is not kept. */
  get(key: string, load: () => Uint8Array): Uint8Array {
    const known = this.entries.get(key);
    if (known) {
      known.used = ++this.clock;
      return known.bytes;
    }
    const bytes = load();
    if (bytes.byteLength > this.capacity / 4) return bytes;
    this.entries.set(key, { bytes, used: ++this.clock });
    this.sum += bytes.byteLength;
    if (this.sum > this.capacity) this.evict();
    return bytes;
  }

  private evict(): void {
    const oldest = [...this.entries].sort(([, a], [, b]) => a.used - b.used);
    for (const [key, { bytes }] of oldest) {
      if (this.sum <= this.capacity * KEPT) return;
      this.entries.delete(key);
      this.sum -= bytes.byteLength;
    }
  }
}
