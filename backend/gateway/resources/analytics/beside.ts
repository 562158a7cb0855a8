import type { Logger } from "pino";

/** How long an answer waits for what is not needed for it, in ms, once all else is there. */
const PATIENCE = 400;
/** After one that took longer nobody waits for so long, in ms. */
const PAUSE = 5_000;
/** Recordings under way at once; beyond it the newest are given up. */
const MOST = 1_000;
/** Losses are told in the log this often, in ms. */
const TELL_EVERY = 60_000;

/** Work beside answers: it neither fails nor slows one, however the engine is. */
export type Beside = {
  /** Begins work that nobody waits for. Failures are counted and told in the log, once a minute. */
  run: (work: () => Promise<unknown>) => void;
  /**
   * Begins work whose result an answer should have. The function given back waits for it, but not for long, and gives
   * `instead` where it fails, where it takes too long, and for a while after one that did.
   */
  begin: <Result>(work: () => Promise<Result>, instead: () => Result) => () => Promise<Result>;
};

/** Work beside answers, told of in a log as `what`. */
export function createBeside({
  what,
  log,
  now = Date.now,
}: {
  what: string;
  log: Pick<Logger, "warn">;
  now?: () => number;
}): Beside {
  let running = 0;
  let failed = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = 0;

  function tell(error: unknown): void {
    failed += 1;
    if (now() - toldAt < TELL_EVERY) return;
    log.warn({ err: error, times: failed }, what);
    failed = 0;
    toldAt = now();
  }

  async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  function run(work: () => Promise<unknown>): void {
    if (running >= MOST) tell(new Error(`${MOST} are under way already`));
    else counted(work).catch(tell);
  }

  function begin<Result>(work: () => Promise<Result>, instead: () => Result): () => Promise<Result> {
    if (running >= MOST || now() < pausedUntil) return async () => instead();
    const result = counted(work).catch((error: unknown) => {
      tell(error);
      return instead();
    });
    return async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<Result>((resolve) => {
        timer = setTimeout(() => {
          pausedUntil = now() + PAUSE;
          tell(new Error(`no answer within ${PATIENCE} ms`));
          resolve(instead());
        }, PATIENCE);
      });
      return Promise.race([result, late]).finally(() => clearTimeout(timer));
    };
  }

  return { run, begin };
}
