/** Lets one piece of work through at a time, in the order in which they came. */
export class Lock {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work, work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

/** Gives other requests their turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
