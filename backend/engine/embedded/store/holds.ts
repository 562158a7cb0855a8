/** How long rows that no newer search sees stay readable for searches that began before: 30 seconds. */
const GRACE_MS = 30_000;

/** Knows how far back searches may still read. */
export class Holds {
  private readonly since = new Set<{ at: number }>();

  /** Keeps everything that is readable now until the returned function is called. */
  take(): () => void {
    const hold = { at: Date.now() };
    this.since.add(hold);
    return () => void this.since.delete(hold);
  }

  /** What went out of use before this moment (epoch milliseconds) may be deleted. */
  horizon(): number {
    let horizon = Date.now() - GRACE_MS;
    for (const { at } of this.since) horizon = Math.min(horizon, at);
    return horizon;
  }
}
