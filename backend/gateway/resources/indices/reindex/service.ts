import type { Logger } from "pino";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import { FRESH } from "@backend/gateway/platform/store/short-memory";
import { deleteOwnIndex } from "@backend/gateway/platform/store/delete-own";
import { LockLostError, tryLock, withLock } from "@backend/gateway/platform/store/lock";
import {
  allowWrites,
  blockWrites,
  copyDocuments,
  countOf,
  createIndex,
  findTask,
  freeName,
  indexBehind,
  readSource,
  readTask,
  refresh,
  sizeOf,
  takePlace,
  type TaskEnd,
} from "./engine-calls";
import { copyBody, failureCause, roundOf, targetDefinition, wants } from "./definition";
import { createClosing } from "./closing";
import { checkpointsOf } from "./operations";
import { createRuns, type Run } from "./runs";
import type { Writes } from "./writes";
import { answeredReport, type ReindexBody, ReportSchema } from "./schema";

/** Up to this many bytes of primaries a re-index is waited for, unless the caller says otherwise. */
const WAIT_LIMIT = 100_000_000;
/** How often a copy that nobody waits for is looked at, in ms. */
const LOOK_EVERY = 1_000;
/** The first looks come sooner, in ms: small indices are copied in a moment. */
const FIRST_LOOK = 50;
/** How often the engine may fail to tell of a copy, one time after the other, before it is left to the next start. */
const MOST_MISSES = 600;
/** How long a lock that a dead gateway left behind is waited for, in ms: longer than its lease. */
const LOCK_PATIENCE = 25_000;

/** A run of which nothing is done yet. */
const NEW = { uuid: "", task: null, blocked: false, closing: false, names: [], baseline: null, copied: {} };

/** By then every gateway knows that a run is over, in ms. */
const LATE = 3 * FRESH;

type Task = { task: string };
type Result = Record<string, unknown> | Task;
type ReindexParts = {
  engine: Engine;
  log: Logger;
  forgetAliases: () => void;
  lockIndex: () => string;
  writes: Pick<Writes, "deletions" | "onBlocked">;
};
export type ReindexService = {
  inPlace: (options: { index: string; body: ReindexBody; wait: boolean | null }) => Promise<Result>;
  copy: (options: { source: string; target: string; body: ReindexBody; wait: boolean | null }) => Promise<Result>;
  /** Finishes or takes back what gateways that died left half done. */
  recover: () => Promise<void>;
};

const TaskSchema = z.object({ task: z.string() });

/**
 * Re-indexing, in place and into a new index. What is written but not yet searchable is made so first; a second run on
 * the same index waits its turn with a refusal; in place the copy catches up with what is written meanwhile, and writes
 * wait for a moment at the end; aliases and replicas are kept, and a run that fails, is cancelled or dies with its
 * process leaves nothing behind. The real server does none of this (contract 10, 2.3).
 */
export function createReindexService({ engine, log, forgetAliases, lockIndex, writes }: ReindexParts): ReindexService {
  const runs = createRuns({ engine, index: lockIndex });
  const { deletions } = writes;
  const close = createClosing({ engine, log, runs, deletions, onBlocked: writes.onBlocked });

  async function shouldWait(wait: boolean | null, name: string): Promise<boolean> {
    return wait ?? (await sizeOf(engine, name)) <= WAIT_LIMIT;
  }

  /** Whether the new index has the name already: the gateway died before it could note that. */
  async function isInUse({ inPlace, name, target }: Run): Promise<boolean> {
    return inPlace && (await indexBehind(engine, name))?.name === target;
  }

  /**
   * The copy is through: in place, the new index takes the place of the old one once it holds what was written
   * meanwhile.
   */
  async function finish(run: Run): Promise<void> {
    if (run.inPlace && !(await isInUse(run))) await (run.baseline === null ? takeBlockedPlace(run) : close(run));
    await runs.remove(run.name);
    if (run.inPlace) forgetLate(run.target);
  }

  // A run that an older server left took the writes of its source away from the beginning: nothing is to be caught up
  // with.
  async function takeBlockedPlace(run: Run): Promise<void> {
    const source = await readSource(engine, run.source, { sized: false });
    if (source.name !== run.source)
      throw badRequest(`${run.source} was replaced while it was re-indexed. Run it again.`);
    if (run.blocked && !source.isReadOnly)
      throw badRequest(`Writes to ${run.source} were allowed while it was re-indexed. Run it again.`);
    if (!run.blocked && source.isReadOnly) await blockWrites(engine, run.target);
    await takePlace({ engine, source, target: run.target, name: run.name });
  }

  /** Takes back what a run made, unless it is in use by now. */
  async function undo(left: Run): Promise<void> {
    // Whether it took the writes away is written down.
    const run = { ...left, blocked: left.blocked || (await runs.read(left.name))?.blocked === true };
    const stays = await isInUse(run);
    if (run.blocked && !stays) await allowWrites(engine, run.source);
    if (run.uuid !== "" && !stays)
      await deleteOwnIndex({ engine, name: run.target, isOurs: ({ uuid }) => uuid === run.uuid });
    await runs.remove(run.name);
    if (run.inPlace) forgetLate(run.target);
  }

  /** Written down first, so that whatever ends it, the source takes writes again. */
  async function prepared(run: Run, prepare: () => Promise<void>): Promise<Run> {
    await runs.write(run);
    try {
      await prepare();
      return { ...run, uuid: await uuidOf(run.target) };
    } catch (error) {
      await undo(run).catch((problem: unknown) =>
        log.error({ err: problem, run }, "a re-index that did not begin is taken back at the next start"),
      );
      throw error;
    }
  }

  // Runs the copy of a run that is written down, and finishes it: at once, or when its task says so.
  async function copyThen({
    run,
    body,
    wait,
    done,
  }: {
    run: Run;
    body: unknown;
    wait: boolean;
    done: () => Promise<void>;
  }): Promise<Result> {
    try {
      await runs.write(run);
      if (!wait) {
        const { task } = TaskSchema.parse(await copyDocuments({ engine, body, wait }));
        const running = { ...run, task };
        await runs.write(running);
        void followTask(running, task).finally(done);
        return { task };
      }
      const report = ReportSchema.parse(await copyDocuments({ engine, body, wait }));
      if (report.failures.length > 0)
        throw new HttpError(400, `${report.failures.length} documents could not be copied`, {
          cause: failureCause(report.failures[0]),
        });
      await finish(run);
      return answeredReport(report);
    } catch (error) {
      await undo(run).catch((problem: unknown) =>
        log.error({ err: problem, run }, "a failed re-index is taken back at the next start"),
      );
      throw error;
    }
  }

  // What cannot be put in place is taken back, and the source takes writes again.
  async function finishOrUndo(run: Run): Promise<void> {
    try {
      await finish(run);
    } catch (error) {
      await undo(run);
      throw error;
    }
  }

  async function endOf(task: string): Promise<Exclude<TaskEnd, "running">> {
    for (let misses = 0, wait = FIRST_LOOK; ; wait = Math.min(LOOK_EVERY, wait * 1.5)) {
      try {
        const state = await readTask(engine, task);
        if (state !== "running") return state;
        misses = 0;
      } catch (error) {
        if (++misses > MOST_MISSES) throw error;
      }
      await sleep(wait, undefined, { ref: false });
    }
  }

  async function followTask(run: Run, task: string): Promise<void> {
    try {
      if ((await endOf(task)) === "done") await finishOrUndo(run);
      else await undo(run);
    } catch (error) {
      log.error({ err: error, task }, "re-index not finished");
    }
  }

  // A run whose gateway died: what became of its task decides. One that goes on keeps its place.
  async function settleLeft(run: Run, onRunning: (task: string) => Promise<void>): Promise<void> {
    const task = run.task ?? (await findTask(engine, run.target));
    const state = task === null ? "lost" : await readTask(engine, task);
    if (task !== null && state === "running") return onRunning(task);
    // All is there, and the caller may have been told so: the gateway died before it could note that.
    const isWhole = state === "lost" && !run.inPlace && run.task !== null && (await hasAll(run));
    log.warn({ run, state }, "a re-index that its gateway left is settled");
    await (state === "done" || isWhole ? finishOrUndo(run) : undo(run));
  }

  async function hasAll({ source, target }: Run): Promise<boolean> {
    const [from, to] = await Promise.all([indexBehind(engine, source), indexBehind(engine, target)]);
    return from !== null && to !== null && (await countOf(engine, target)) >= (await countOf(engine, source));
  }

  // A gateway that does not know yet that a run is over notes what it deletes for some moments more.
  function forgetLate(target: string): void {
    setTimeout(() => void deletions.forgetAll(target).catch(() => undefined), LATE).unref();
  }

  async function recover(): Promise<void> {
    const left = await runs.list();
    await deletions.forgetOthers(left.map(({ target }) => target));
    for (const { name } of left) {
      const lock = { engine, name: lockName(name), index: lockIndex(), patience: LOCK_PATIENCE };
      void withLock(lock, async () => {
        const run = await runs.read(name);
        if (run) await settleLeft(run, (task) => followTask(run, task));
        forgetAliases();
      }).catch((error: unknown) => {
        // Another gateway runs it.
        if (!(error instanceof LockLostError))
          log.error({ err: error, name }, "a re-index that was left could not be settled");
      });
    }
  }

  const lockName = (name: string) => `reindex ${name}`;
  const inProgress = (name: string) => badRequest(`Re-indexing is already in progress for ${name} index`);

  // One run at a time on an index, on whichever gateway; a run that goes on behind a task keeps its place until it
  // ends.
  async function exclusively(
    name: string,
    run: (done: () => Promise<void>) => Promise<{ result: Result; ongoing: boolean }>,
  ): Promise<Result> {
    const lock = await tryLock({ engine, name: lockName(name), index: lockIndex() });
    if (!lock) throw inProgress(name);
    const done = async () => {
      forgetAliases();
      await lock.release();
    };
    let ongoing = false;
    try {
      const left = await runs.read(name);
      if (left) await settleLeft(left, () => Promise.reject(inProgress(name)));
      const outcome = await run(done);
      ongoing = outcome.ongoing;
      return outcome.result;
    } finally {
      if (!ongoing) await done();
    }
  }

  async function uuidOf(name: string): Promise<string> {
    return (await indexBehind(engine, name))?.uuid ?? "";
  }

  async function inPlace({
    index,
    body,
    wait,
  }: {
    index: string;
    body: ReindexBody;
    wait: boolean | null;
  }): Promise<Result> {
    const { alias } = roundOf((await readSource(engine, index, { sized: wait === null })).name);
    return exclusively(alias, async (done) => {
      // Read only now: a run that has just ended put another index in this one's place.
      const source = await readSource(engine, index, { sized: wait === null });
      const waits = await shouldWait(wait, source.name);
      const { next } = roundOf(source.name);
      // Without data there is nothing to put in the old index's place.
      if (!wants(body, "data")) return { result: {}, ongoing: false };
      const target = await freeName(engine, `${alias}_reindexed_`, next);
      const copied = copyBody({ source: source.name, target, body });
      // All up to here is found by the copy once it is searchable.
      const { checkpoints } = await checkpointsOf(engine, source.name);
      const names = [source.name, alias, ...Object.keys(source.aliases)];
      const asked = {
        ...NEW,
        name: alias,
        inPlace: true,
        source: source.name,
        target,
        names,
        baseline: checkpoints,
        copied,
      };
      const run = await prepared(asked, async () => {
        await refresh(engine, source.name);
        await createIndex({ engine, name: target, ...targetDefinition(source, body) });
      });
      const result = await copyThen({ run, body: copied, wait: waits, done });
      return { result, ongoing: !waits };
    });
  }

  async function copy({
    source: from,
    target,
    body,
    wait,
  }: {
    source: string;
    target: string;
    body: ReindexBody;
    wait: boolean | null;
  }): Promise<Result> {
    const source = await readSource(engine, from, { sized: wait === null });
    const waits = await shouldWait(wait, source.name);
    const dataOnly = body.action?.length === 1 && body.action[0] === "data";
    return exclusively(target, async (done) => {
      await refresh(engine, source.name);
      // Rows may be added to an index that is there, which then is not ours to drop.
      if (!dataOnly) await createIndex({ engine, name: target, ...targetDefinition(source, body) });
      if (!wants(body, "data")) return { result: {}, ongoing: false };
      const run = {
        ...NEW,
        name: target,
        inPlace: false,
        source: source.name,
        target,
        uuid: dataOnly ? "" : await uuidOf(target),
      };
      const result = await copyThen({ run, body: copyBody({ source: source.name, target, body }), wait: waits, done });
      return { result, ongoing: !waits };
    });
  }

  return { inPlace, copy, recover };
}
