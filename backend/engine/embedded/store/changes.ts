/**
 * What a commit changed, for those who read the same file by connections of their own. They look the rest up in the
 * file.
 */
export type StoreChange =
  /** The row of an index in the registry: made, altered or dropped. */
  | { kind: "registry"; index: number }
  /**
   * The segments that searches of an index see from now on, in order: which of them are new, and the dead documents of
   * those where they changed.
   */
  | ({ kind: "segments"; index: number } & SegmentsChange);

export type SegmentsChange = { segments: number[]; fresh: number[]; dead: SegmentDeaths[] };

/** The documents of a segment that are dead, one bit each. */
export type SegmentDeaths = { segment: number; bitmap: Uint8Array; count: number };

type Listener = (changes: readonly StoreChange[]) => void;

/**
 * Tells what commits change. Everything that changes in one turn is told at once, before whoever waits for the commit
 * goes on: what is told comes before the answer of the write.
 */
export class Changes {
  private readonly listeners = new Set<Listener>();
  private gathered: StoreChange[] = [];

  /** Without listeners nothing is worked out. */
  note(change: () => StoreChange): void {
    if (this.listeners.size === 0) return;
    if (this.gathered.length === 0) queueMicrotask(() => this.tell());
    this.gathered.push(change());
  }

  private tell(): void {
    const changes = this.gathered;
    this.gathered = [];
    for (const listener of this.listeners) listener(changes);
  }

  /** Hears of every change from now on, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
