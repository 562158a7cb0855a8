/** Where lines go; `live` when it is a terminal, where the last line may be written over. */
export type Output = { live: boolean; write: (text: string) => void };

const LIVE_MS = 1_000;
const QUIET_MS = 10_000;

/** Seconds in words: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

export const figure = (value: number): string => value.toLocaleString("en");

/** Bytes in words, powers of 1024. */
export function size(bytes: number): string {
  const steps = ["B", "KiB", "MiB", "GiB", "TiB"];
  const step = Math.min(steps.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** step).toLocaleString("en", { maximumFractionDigits: step === 0 ? 0 : 1 })} ${steps[step] ?? "B"}`;
}

/** Says how far the copy is: a line a second on a terminal, written over, a line every ten seconds anywhere else. */
export class Progress {
  private done = 0;
  private moved = 0;
  private index = "";
  private indexDone = 0;
  private indexTotal = 0;
  private began = Date.now();
  private timer: NodeJS.Timeout | undefined;
  private shown = false;

  constructor(
    private readonly output: Output,
    private readonly total: number,
  ) {}

  start(): void {
    this.began = Date.now();
    this.timer = setInterval(() => this.show(), this.output.live ? LIVE_MS : QUIET_MS);
  }

  /** A new index, of which an earlier run has brought some documents over. */
  enter({ index, done, total }: { index: string; done: number; total: number }): void {
    this.index = index;
    this.indexDone = done;
    this.indexTotal = total;
    this.done += done;
  }

  add(documents: number): void {
    this.done += documents;
    this.moved += documents;
    this.indexDone += documents;
  }

  /** The line as it is now. */
  line(): string {
    const seconds = Math.max(0.001, (Date.now() - this.began) / 1000);
    const rate = this.moved / seconds;
    const left = rate > 0 ? `, about ${duration(Math.max(0, this.total - this.done) / rate)} left` : "";
    return `${this.index}: ${figure(this.indexDone)} of ${figure(this.indexTotal)}; all ${figure(this.done)} of ${figure(this.total)} documents, ${figure(Math.round(rate))} a second${left}`;
  }

  private show(): void {
    if (this.output.live) this.output.write(`\r\x1b[K${this.line()}`);
    else this.output.write(`${this.line()}\n`);
    this.shown = true;
  }

  /** A line that stays. */
  say(text: string): void {
    this.output.write(`${this.output.live && this.shown ? "\r\x1b[K" : ""}${text}\n`);
    this.shown = false;
  }

  stop(): void {
    clearInterval(this.timer);
    if (this.output.live && this.shown) this.output.write("\r\x1b[K");
    this.shown = false;
  }
}

/** Rows as aligned text; columns of figures to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const isFigure = (text: string) => /^[\d,.]+( [KMGT]?i?B)?$/.test(text);
  return rows.map((row) =>
    row
      .map((cell, column) => (isFigure(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
