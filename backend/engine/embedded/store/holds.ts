/** How long rows that no newer search sees stay readable for searches that began before: 30 seconds. */
const GRACE_MS = 30_000;
const SHORT_GRACE_MS = 2_000;

/** Knows how far back searches may still read. */
export class Holds {
  private readonly since = new Set<{ at: number }>();

  /** Keeps everything that is readable now until the returned function is called. */
  take(): () => void {
    const hold = { at: Date.now() };
    this.since.add(hold);
    return () => void this.since.delete(hold);
  }

  /**
   * What went out of use before these moments (epoch milliseconds) may be deleted: rows, and dropped indices whole.
   * `soon` where room is wanted: a search has two seconds then, and a scroll over a dropped index ends with it, as in
   * Elasticsearch.
   */
  horizons(soon: boolean): { horizon: number; dropped: number } {
    const latest = Date.now() - (soon ? SHORT_GRACE_MS : GRACE_MS);
    let horizon = latest;
    for (const { at } of this.since) horizon = Math.min(horizon, at);
    return { horizon, dropped: soon ? latest : horizon };
  }
}
