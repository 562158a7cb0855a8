import { getHeapStatistics } from "node:v8";

// A few numbers that a thread writes and the one that started it reads at any time, also while the thread has no turn
// for messages.

/** How often a thread says that it has turns, in ms. */
const BEAT_MS = 25;
const AT = { beat: 0, stop: 1, megabytes: 2 } as const;
const CELLS = 3;

/** Milliseconds that wrap around after some days: only differences are looked at. */
function now(): number {
  return Math.round(performance.timeOrigin + performance.now()) | 0;
}

export function newPulse(): SharedArrayBuffer {
  return new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT);
}

/** Begins to write, in the thread itself. */
export function startPulse(buffer: SharedArrayBuffer): void {
  const cells = new Int32Array(buffer);
  Atomics.store(cells, AT.beat, now());
  let beats = 0;
  setInterval(() => {
    const time = now();
    const stop = time - Atomics.exchange(cells, AT.beat, time) - BEAT_MS;
    if (stop > Atomics.load(cells, AT.stop)) Atomics.store(cells, AT.stop, stop);
    // Looked at four times a second: it takes some microseconds.
    if (beats++ % 10 > 0) return;
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
    Atomics.store(cells, AT.megabytes, Math.round((heap + external) / 1024 ** 2));
  }, BEAT_MS).unref();
}

/** The figures of a thread, as another one reads them. */
export class Pulse {
  private readonly cells: Int32Array;

  constructor(readonly buffer: SharedArrayBuffer = newPulse()) {
    this.cells = new Int32Array(buffer);
  }

  /** For how long the thread has had no turn, in ms; 0 before it began to say so. */
  get held(): number {
    const beat = Atomics.load(this.cells, AT.beat);
    return beat === 0 ? 0 : Math.max(0, ((now() - beat) | 0) - BEAT_MS);
  }

  /** Memory of its objects and of what they hold outside of the heap, in MB. */
  get megabytes(): number {
    return Atomics.load(this.cells, AT.megabytes);
  }

  /** The longest time without a turn since the last call of this, in ms. */
  takeLongestStop(): number {
    return Math.max(Atomics.exchange(this.cells, AT.stop, 0), this.held);
  }
}
