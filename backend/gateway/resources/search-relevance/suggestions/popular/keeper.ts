import type { Logger } from "pino";
import type { ReportParts } from "@backend/gateway/resources/analytics/reports/scope";
import { withLock } from "@backend/gateway/platform/store/lock";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { SuggestionPreferences } from "../store";
import { countPopular } from "./count";
import type { PopularIndex } from "./popular-index";

const DAY = 86_400;
/** 23:30 in UTC, in seconds of a day. */
const DUE = 23.5 * 3600;
/** How long a build waits for one of another gateway, in ms. */
const PATIENCE = 600_000;
/** How often it is looked whether a build is due while popular searches are used, in ms. */
const LOOK_EVERY = 60_000;

/** The last moment at which a build was due, in unix seconds. */
export function lastDue(now: number): number {
  return Math.floor((now - DUE) / DAY) * DAY + DUE;
}

/**
 * Makes a new index of popular searches: each day at 23:30 UTC, with the next use where that was missed, and when
 * preferences were saved.
 */
export type PopularKeeper = {
  /** Begins to keep time. */
  start: () => void;
  /** Tells that popular searches are being used. What is due is begun and not waited for. */
  note: () => void;
  /** Builds, whatever is due; resolves when it is done. */
  rebuild: () => Promise<void>;
  close: () => Promise<void>;
};

type KeeperOptions = ReportParts & {
  index: PopularIndex;
  preferences: SuggestionPreferences;
  log: Pick<Logger, "warn">;
  now?: () => number;
};

/** The keeper of popular searches: one at a time over all gateways of an engine. */
export function createPopularKeeper({
  index,
  preferences,
  log,
  now = Date.now,
  ...parts
}: KeeperOptions): PopularKeeper {
  const seconds = () => Math.floor(now() / 1000);
  let looked = 0;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  async function build(isWanted: () => Promise<boolean>): Promise<void> {
    const lock = {
      engine: parts.engine,
      name: "popular-suggestions",
      index: parts.places.of(SYSTEM.locks).definition.name,
      patience: PATIENCE,
    };
    await withLock(lock, async (held) => {
      const check = () => {
        held.check();
        if (isClosed) throw new Error("the server is being stopped");
      };
      check();
      // Another gateway may have done it meanwhile.
      if (!(await isWanted())) return;
      const at = seconds();
      const searches = await countPopular(
        { ...parts, log },
        { preferences: await preferences.popular.get(), now: at, check },
      );
      await index.replace(searches, { now: at, check });
    });
  }

  // One after the other. A failure is told of in the log; the searches of before stay.
  function run(isWanted: () => Promise<boolean>): Promise<void> {
    running = running.then(async () => {
      if (isClosed) return;
      await build(isWanted).catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, "popular suggestions could not be built");
      });
    });
    return running;
  }

  const isDue = async () => ((await index.current())?.builtAt ?? 0) < lastDue(seconds());

  function note(): void {
    if (isClosed || now() - looked < LOOK_EVERY) return;
    looked = now();
    void run(async () => isDue());
  }

  function start(): void {
    timer = setTimeout(
      () => {
        void run(isDue);
        start();
      },
      (lastDue(seconds()) + DAY - seconds()) * 1000,
    );
    timer.unref();
  }

  return {
    start,
    note,
    rebuild: () => run(async () => true),
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
