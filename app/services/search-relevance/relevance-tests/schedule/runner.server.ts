import type { AppLoadContext } from "@remix-run/node";
import { dueDay } from "~/lib/schedule/when";
import { contextOf } from "~/server/context.server";
import { createClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { newLease } from "~/services/platform/jobs/lease.server";
import { isConsoleFull, whenRoom } from "~/services/platform/store/database.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { notAllowedServer } from "~/session/allowed-urls.server";
import { tokenOf } from "~/sessions.server";
import { noteRun } from "../runs/note-run.server";
import type { RanTest } from "../runs/rows";
import { runTests } from "../runs/run-all.server";
import { listRelevanceTests } from "../store.server";
import { passwordOf } from "./make.server";
import { allSchedules, claimSchedule, endScheduled, isOpen, type TestSchedule } from "./store.server";

/** How often the schedules are looked at, in ms. */
const BEAT_MS = 30_000;
const MINUTE = 60_000;
/** What is waited before each further try, in minutes; after the last one the day is over. */
const PAUSES = [1, 10, 60];

const ENDED =
  "Its API credential may no longer search: it is gone, or whoever set the schedule up may no longer tune relevance.";
const SECRET = "The console has another session secret since. Stop this schedule and set it up again.";

/** Why tests could not be run. `final`: a further try would not help. */
class ScheduleError extends Error {
  override name = "ScheduleError";
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
  }
}

type Options = { context: AppLoadContext; beatMs?: number };
export type ScheduleRunner = ReturnType<typeof createScheduleRunner>;

/** Runs the scheduled tests of one console process: looks every half minute for what is due, one index after the other. */
export function createScheduleRunner({ context, beatMs = BEAT_MS }: Options) {
  const { config, log } = context;
  const lease = newLease();
  let working: Promise<void> | undefined;
  let closed = false;
  // It holds no process, and what one leaves claimed is taken up by the next.
  const timer = setInterval(() => void pass(), beatMs).unref();

  /** Runs all that is due now; what is under way already is waited for. */
  function pass(): Promise<void> {
    working ??= work()
      .catch((error: unknown) => {
        if (!isConsoleFull(error)) log.error({ err: error }, "scheduled relevance tests could not be looked after");
      })
      .finally(() => (working = undefined));
    return working;
  }

  async function work() {
    for (const row of allSchedules(config)) {
      const now = Date.now();
      if (closed || dueDay(row, now) <= row.done_day || !isOpen(row, now)) continue;
      if (claimSchedule(config, { row, lease, now })) await runDay({ ...row, tries: row.tries + 1 });
    }
  }

  async function runDay(row: TestSchedule) {
    const about = { index: row.index_name, tries: row.tries };
    // What fell due while it ran is a day of its own.
    const day = dueDay(row, Date.now());
    try {
      if (row.tries > PAUSES.length + 1)
        throw new ScheduleError(row.reason ?? "The console ended while the tests ran.", true);
      const ranAt = await runNow(row);
      await whenRoom(() => endScheduled(config, { id: row.id, lease, reason: null, day, ranAt }));
      log.info(about, "scheduled relevance tests run");
    } catch (error) {
      if (isConsoleFull(error)) throw error;
      const reason =
        error instanceof ScheduleError || isBackendError(error)
          ? error.message
          : "The console failed while the tests ran.";
      log.warn({ ...about, err: error }, "scheduled relevance tests not run");
      const pause = PAUSES[row.tries - 1];
      const isOver = pause === undefined || (error instanceof ScheduleError && error.final);
      const ended = isOver ? { day, ranAt: null } : { nextTry: Date.now() + pause * MINUTE };
      await whenRoom(() => endScheduled(config, { id: row.id, lease, reason, ...ended }));
    }
  }

  /** Runs all tests of an index on the live settings. Returns the time at which it began; null for an index without tests. */
  async function runNow(row: TestSchedule): Promise<number | null> {
    const { server, index_name: index, credential } = row;
    const of = { server, index };
    const tests = listRelevanceTests(config, of);
    if (tests.length === 0) return null;
    const refused = notAllowedServer({ url: server, config });
    if (refused !== undefined) throw new ScheduleError(refused, true);
    const password = passwordOf(config, row);
    if (password === undefined) throw new ScheduleError(SECRET, true);
    const token = tokenOf({ username: credential, password });
    const http = createClient({ baseUrl: server, token, context: { ...context, requestId: `tests-${row.id}` } });
    const settings = await getRelevance({ http }, index).catch((error: unknown) => {
      if (isBackendError(error, 401) || isBackendError(error, 403)) throw new ScheduleError(ENDED, true);
      throw error;
    });
    const at = Date.now();
    const ran: RanTest[] = [];
    const state = await runTests({ http, index, tests, settings, draft: undefined, onTest: (one) => ran.push(one) });
    noteRun({ config, log }, of, { at, person: "", tests, ran, state, settings: settings?.version ?? "" });
    const failed = ran.find(({ live }) => live.error !== undefined);
    if (state === "away") throw new ScheduleError(failed?.live.error ?? "The server did not answer.", false);
    if (failed?.live.error !== undefined && ran.every(({ live }) => live.error !== undefined))
      throw new ScheduleError(failed.live.error, true);
    if (state === "late") throw new ScheduleError(`Only ${ran.length} of ${tests.length} tests ran in time.`, true);
    return at;
  }

  /** Runs no more, once the tests under way are through. */
  async function close() {
    closed = true;
    clearInterval(timer);
    await working;
  }

  return { pass, close };
}

// Kept on the process: the development server reloads this module at each change, and nothing must be run twice.
const shared: typeof globalThis & { searchdeckSchedules?: ScheduleRunner } = globalThis;

/** Called once when the console starts. */
export function startScheduledTests(): void {
  shared.searchdeckSchedules ??= createScheduleRunner({ context: contextOf(undefined) });
}
