import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { REINDEX_LIMITS } from "@common/limits/reindex";
import type { Engine } from "@backend/engine/port";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import { FRESH } from "@backend/gateway/platform/store/short-memory";
import { type CatchUp, createCatchUp } from "./catch-up";
import type { Deletions } from "./deletions";
import { allowWrites, blockWrites, isWrittenByTasks, readSource, takePlace } from "./engine-calls";
import type { createRuns, Run } from "./runs";

/**
 * Within this time after the block the new index is in its place, or writes go on, in ms: the rest is for the last
 * call.
 */
const BLOCK = REINDEX_LIMITS.blocked.most - 500;
/** Every gateway knows by then that writes are to wait, in ms. */
const ANNOUNCED = FRESH + 100;
/** A round that changed fewer documents than this is short. */
const FEW = REINDEX_LIMITS.looks.most;
const MOST_ROUNDS = 20;
/** Attempts in which writes wait for no longer than the block. */
const PATIENT = 3;
/** How often calls by query are asked whether they are over, in ms. */
const LOOK_EVERY = 1_000;

/** `moved`: the new index is in its place; `doubt`: some document is missing or too many; `late`: it took too long. */
type End = "moved" | "doubt" | "late";
type Parts = {
  engine: Engine;
  log: Logger;
  runs: Pick<ReturnType<typeof createRuns>, "write" | "remove">;
  deletions: Deletions;
  /** Is told for how long an index took no writes, in ms. */
  onBlocked: (ms: number) => void;
};

/**
 * Ends a re-index in place whose copy is through: the copy catches up with what was written meanwhile, then writes wait
 * for a moment, the rest is copied, and the new index takes the place of the old one. Where the rest takes too long,
 * writes go on and the end is tried again. It begins again wherever an earlier end was broken off. Throws the engine's
 * errors, and 503 where writes come faster than they are copied.
 */
export function createClosing({ engine, log, runs, deletions, onBlocked }: Parts) {
  async function nearlyThere(catchUp: CatchUp, isDoubtful: boolean): Promise<void> {
    // A round that does not have far less to do than the one before will not have: writes come as fast as they are
    // copied.
    for (let rounds = 0, before = Infinity; rounds < MOST_ROUNDS; rounds++) {
      const { changed } = await catchUp.round();
      if (changed <= FEW || changed > before / 2) break;
      before = changed;
    }
    const { source, target } = await catchUp.counts();
    // More than the source has: something was deleted that no gateway noted.
    if (!isDoubtful && target <= source) return;
    await catchUp.compare();
    await catchUp.round();
  }

  const isWritten = ({ names, target }: Run) => isWrittenByTasks(engine, { names, own: target });

  // What a query changes or deletes is not to be broken off in the middle.
  async function tasksOver(run: Run): Promise<void> {
    while (await isWritten(run)) await sleep(LOOK_EVERY, undefined, { ref: false });
  }

  // Writes are refused for as long as this takes, and those by way of a gateway wait.
  async function tryEnd(run: Run, { catchUp, wasClosed }: { catchUp: CatchUp; wasClosed: boolean }): Promise<End> {
    const began = Date.now();
    const isLate = () => Date.now() - began > BLOCK;
    try {
      // Never broken off: the engine would put the block in force later, when nobody takes it away any more.
      if (!wasClosed) await blockWrites(engine, run.source);
      if (await isWritten(run)) return "late";
      let { still } = await catchUp.round();
      while (!still && !isLate()) ({ still } = await catchUp.round());
      if (!still || isLate()) return "late";
      const counts = await catchUp.counts();
      if (counts.source !== counts.target) {
        log.info({ source: run.source, counts }, "an index and its copy do not hold equally many documents yet");
        return "doubt";
      }
      const source = await readSource(engine, run.source, { sized: false });
      if (source.name !== run.source)
        throw badRequest(`${run.source} was replaced while it was re-indexed. Run it again.`);
      // Somebody took the block away: what was written since then may not be in the copy.
      if (!source.isReadOnly || isLate()) return "late";
      // What took no writes before takes none afterwards.
      if (wasClosed) await blockWrites(engine, run.target);
      await takePlace({ engine, source, target: run.target, name: run.name });
      return "moved";
    } finally {
      if (!wasClosed) onBlocked(Date.now() - began);
      log.info(
        { source: run.source, target: run.target, ms: Date.now() - began, wasClosed },
        "writes waited for the end of a re-index",
      );
    }
  }

  return async function close(left: Run): Promise<void> {
    // What an earlier end blocked stays so until this one is tried: it is short.
    const catchUp = createCatchUp({ engine, deletions, run: left });
    let run = left;
    let isDoubtful = false;
    for (let attempt = 1; attempt <= REINDEX_LIMITS.attempts.most; attempt++) {
      if (run.blocked) await allowWrites(engine, run.source);
      run = { ...run, blocked: false, closing: false };
      await runs.write(run);
      await nearlyThere(catchUp, isDoubtful);
      await tasksOver(run);
      const { aliases } = await readSource(engine, run.source, { sized: false });
      run = { ...run, closing: true, names: [run.source, run.name, ...Object.keys(aliases)] };
      await runs.write(run);
      const announced = Date.now();
      await sleep(ANNOUNCED, undefined, { ref: false });
      await catchUp.round();
      // Writes by way of a gateway wait already. Where they come so fast that they always had to wait for longer, they
      // do in the end, and none fails.
      if (Date.now() - announced > (attempt > PATIENT ? REINDEX_LIMITS.held.most : BLOCK)) {
        log.warn({ source: run.source, attempt }, "what came before the end of a re-index takes too long to copy");
        continue;
      }
      const wasClosed = (await readSource(engine, run.source, { sized: false })).isReadOnly;
      run = { ...run, blocked: !wasClosed };
      if (run.blocked) await runs.write(run);
      const end = await tryEnd(run, { catchUp, wasClosed });
      if (end === "moved") return;
      log.warn({ source: run.source, attempt, end }, "the end of a re-index is tried again");
      isDoubtful = end === "doubt";
    }
    throw new HttpError(
      503,
      `Writes to ${left.name} come faster than they can be copied. Run the re-index again when there are fewer.`,
    );
  };
}
