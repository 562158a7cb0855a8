import * as z from "zod";
import type { Services } from "@backend/gateway/services";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { cronOf } from "./line";

/**
 * Something that runs by the clock: `key` names it over all gateways, `line` is its cron line. `run` gets the tick in
 * ms, and `claim`, which is true for one gateway alone.
 */
export type Timed = { key: string; line: string; run: (tick: number, claim: () => Promise<boolean>) => Promise<void> };
/** `look` runs what became due since it was called last. */
export type Clock = { start: () => void; look: () => Promise<void>; close: () => void };

type Parts = Pick<Services, "engine" | "places" | "log"> & {
  /** What runs by the clock at a moment, in ms. */
  timed: (now: number) => Promise<readonly Timed[]>;
  /** What it is called in the log. */
  what: string;
  now?: (() => number) | undefined;
};

/** How often it is looked for what has become due, in ms. */
const LOOK_EVERY = 5_000;
/** A tick that nobody ran for so long, in ms, is let go: a gateway that slept does not make up for the night. */
const LATEST = 60_000;

const ClaimSchema = z.object({
  _seq_no: z.number(),
  _primary_term: z.number(),
  _source: z.object({ tick: z.number() }),
});

/** The last time of a cron line between two moments, null where there is none. */
export function tickBetween(line: string, { after, until }: { after: number; until: number }): number | null {
  const cron = cronOf(line);
  let last: number | null = null;
  // A line by the second has at most as many ticks as the span has seconds.
  for (let next = cron.nextRun(new Date(after)); next !== null && next.getTime() <= until; next = cron.nextRun(next))
    last = next.getTime();
  return last;
}

// What another program kept may be no cron line.
function tickOf(line: string, span: { after: number; until: number }): number | null {
  try {
    return tickBetween(line, span);
  } catch {
    return null;
  }
}

/** A clock over all gateways of an engine: one of them runs each tick, that which first writes it down. */
export function createClock({ engine, places, timed, what, log, now = Date.now }: Parts): Clock {
  let looked = now();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function claim(key: string, tick: number): Promise<boolean> {
    const path = enginePath([places.of(SYSTEM.locks).definition.name, "_doc", key]);
    const { status, body } = await callEngine(engine, { method: "GET", path }, [404]);
    const held = status === 404 ? null : ClaimSchema.parse(body);
    if (held && held._source.tick >= tick) return false;
    const query: Record<string, string> = held
      ? { if_seq_no: String(held._seq_no), if_primary_term: String(held._primary_term) }
      : { op_type: "create" };
    const written = await callEngine(engine, { method: "PUT", path, query, body: { tick } }, [409]);
    return written.status !== 409 && !isClosed;
  }

  async function look(): Promise<void> {
    const until = now();
    const after = Math.max(looked, until - LATEST);
    looked = until;
    const all = await timed(until);
    await Promise.all(
      all.map(async ({ key, line, run }) => {
        const tick = tickOf(line, { after, until });
        if (tick !== null) await run(tick, () => claim(key, tick));
      }),
    );
  }

  // What it runs may take ten minutes; the others do not wait for it.
  function note(): void {
    void look().catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, `${what} that run by the clock could not be looked for`);
    });
  }

  return {
    look,
    start: () => {
      timer = setInterval(note, LOOK_EVERY);
      timer.unref();
    },
    close: () => {
      isClosed = true;
      if (timer) clearInterval(timer);
    },
  };
}
