/** One of the nearest: the place of its segment, its document there, its score. */
export type Near = { segment: number; doc: number; score: number };

/** Keeps the best of what is offered; of equals those that came first. A heap, the worst on top. */
export class Nearest {
  private readonly heap: (Near & { order: number })[] = [];
  private offered = 0;

  constructor(private readonly most: number) {}

  /** What scores less than this is not among the best; nor what scores the same, once there are enough. */
  get bound(): number {
    return this.heap.length < this.most ? -Infinity : (this.heap[0]?.score ?? Infinity);
  }

  offer(segment: number, doc: number, score: number): void {
    const one = { segment, doc, score, order: this.offered++ };
    if (this.heap.length < this.most) {
      this.heap.push(one);
      this.up(this.heap.length - 1);
    } else if (this.most > 0 && score > this.heap[0]!.score) {
      this.heap[0] = one;
      this.down(0);
    }
  }

  private isWorse(a: number, b: number): boolean {
    const x = this.heap[a]!;
    const y = this.heap[b]!;
    return x.score < y.score || (x.score === y.score && x.order > y.order);
  }

  private swap(a: number, b: number): void {
    [this.heap[a], this.heap[b]] = [this.heap[b]!, this.heap[a]!];
  }

  private up(at: number): void {
    for (let parent = (at - 1) >> 1; at > 0 && this.isWorse(at, parent); at = parent, parent = (at - 1) >> 1)
      this.swap(at, parent);
  }

  private down(at: number): void {
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.heap.length && this.isWorse(child, worst)) worst = child;
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }

  /** All that were kept, in no order. */
  all(): readonly Near[] {
    return this.heap;
  }
}
