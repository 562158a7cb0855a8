/**
 * How long what was read may be answered from memory, in ms. Several gateways share one engine: what one of them
 * changes is in force on the others after this time, and the time of one read.
 */
export const FRESH = 500;

/**
 * Copies of what the engine holds, each younger than `FRESH`, counted from before it was read. What is asked for by
 * several at once is read once.
 */
export type ShortMemory<Value> = { get: (key: string) => Promise<Value>; forget: (key?: string) => void };

type Entry<Value> = { at: number; value: Promise<Value> };

/**
 * A memory over a reader. Failures are not kept. `size` is how many copies are kept at most. `ahead`: a copy of up to
 * twice that age is answered while it is read again, for what every search asks.
 */
export function createShortMemory<Value>({
  read,
  size = 5_000,
  ahead = false,
  now = Date.now,
}: {
  read: (key: string) => Promise<Value>;
  size?: number;
  ahead?: boolean;
  now?: () => number;
}): ShortMemory<Value> {
  const entries = new Map<string, Entry<Value>>();

  function get(key: string): Promise<Value> {
    const known = entries.get(key);
    if (known && now() - known.at < FRESH) return known.value;
    const value = readAnew(key);
    return ahead && known && now() - known.at < 2 * FRESH ? known.value : value;
  }

  function readAnew(key: string): Promise<Value> {
    const value = read(key);
    const entry = { at: now(), value };
    if (entries.size >= size) entries.clear();
    entries.set(key, entry);
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return value;
  }

  // A read under way is forgotten with the rest: it may have been answered before the change.
  function forget(key?: string): void {
    if (key === undefined) entries.clear();
    else entries.delete(key);
  }

  return { get, forget };
}
