import { setImmediate } from "node:timers/promises";
import { EngineError } from "./errors";
import { SLICE_MS, type Steps } from "./steps";

/** Time and patience of one search. */
export type Budget = {
  /** Lets other work run when this search has had the processor for a while. */
  pause(): Promise<void>;
  /** True once the time is up: what was found so far is answered. */
  expired(): boolean;
  /**
   * Does work in slices, with turns for others between them. Throws OutOfTime when the time is up and EngineError when
   * the caller has gone.
   */
  run<Result>(steps: Steps<Result>): Promise<Result>;
  /** The same without a limit of time: for what must be said in the end. */
  finish<Result>(steps: Steps<Result>): Promise<Result>;
};

/** A search may take this long where it names no time of its own. */
const LONGEST_MS = 30_000;

/**
 * The time is up in the middle of a step: a search then answers what it has, other calls fail with Elasticsearch's
 * `Time exceeded`.
 */
export class OutOfTime extends EngineError {
  constructor() {
    super(504, "search_timeout_exception", "Time exceeded");
  }
}

/** Clock and turns of a search. Tests bring their own. */
export type Surroundings = { now(): number; turn(): Promise<unknown> };

const REAL: Surroundings = { now: () => performance.now(), turn: () => setImmediate() };

/** Watches the time, the caller and the turns of one search. */
export function budgetFor({
  timeout,
  signal,
  surroundings = REAL,
}: {
  timeout?: number | undefined;
  signal: AbortSignal;
  surroundings?: Surroundings;
}): Budget {
  const { now } = surroundings;
  const end = now() + Math.min(timeout ?? LONGEST_MS, LONGEST_MS);
  let turnEnds = now() + SLICE_MS;

  async function giveTurn(): Promise<void> {
    await surroundings.turn();
    turnEnds = now() + SLICE_MS;
  }

  function stillWanted(): void {
    if (signal.aborted) throw new EngineError(400, "task_cancelled_exception", "The caller has gone.");
  }

  async function drive<Result>(steps: Steps<Result>, look: (time: number) => void): Promise<Result> {
    try {
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        const time = now();
        look(time);
        if (time < turnEnds) continue;
        await giveTurn();
        stillWanted();
      }
    } catch (error) {
      // Where the work was broken off it gives back what it holds.
      steps.throw(error);
      throw error;
    }
  }

  return {
    expired: () => now() > end,
    async pause() {
      stillWanted();
      if (now() >= turnEnds) await giveTurn();
    },
    run: (steps) =>
      drive(steps, (time) => {
        if (time > end) throw new OutOfTime();
      }),
    finish: (steps) => drive(steps, () => undefined),
  };
}
