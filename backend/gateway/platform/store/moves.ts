import { hostname } from "node:os";
import type { Logger } from "pino";
import * as z from "zod";
import { isAlive } from "@common/process/is-alive";
import type { Engine } from "@backend/engine/port";
import { callEngine } from "./engine-client";

/**
 * The index in which a move into an engine (`npm run migrate`) keeps how far it is. It is there from the first change
 * to the end of the move.
 */
export const MOVE_NOTES = ".searchdeck-migration";

/**
 * The one document `run` of these notes, which is the move's lock too: `until` (ms since 1970) is renewed while it
 * works, and 0 once it stopped by itself.
 */
export const MoveRunSchema = z.object({
  source: z.string(),
  from: z.string(),
  holder: z.string(),
  host: z.string(),
  pid: z.number(),
  until: z.number(),
  templates: z.boolean(),
  /**
   * The gateway's own indices are among those that are moved. Notes of before this was written say nothing: then they
   * are.
   */
  system: z.boolean().catch(true),
});
export type MoveRun = z.infer<typeof MoveRunSchema>;

const NotesSchema = z.object({ _source: MoveRunSchema });

/**
 * Whether a move is at work: not stopped, its lock not run out, and not left by a process of this machine that is gone.
 */
export function isMoving({ until, host, pid }: MoveRun): boolean {
  return until > Date.now() && (host !== hostname() || (pid !== process.pid && isAlive(pid)));
}

/**
 * Users and credentials are on their way into this engine. The message is the one line for the operator; it stays the
 * same while nothing changes.
 */
export class MoveUnfinishedError extends Error {}

/**
 * Throws `MoveUnfinishedError` where a move of users and credentials into this engine has not come to its end: a
 * gateway that started now would make a first user of its own, which is then in the way. A move of other indices alone
 * is told in the log.
 */
export async function requireNoMove({ engine, log }: { engine: Engine; log?: Pick<Logger, "warn"> }): Promise<void> {
  const { status, body } = await callEngine(engine, { method: "GET", path: `/${MOVE_NOTES}/_doc/run` }, [404]);
  if (status === 404) return;
  const { _source: run } = NotesSchema.parse(body);
  if (!run.system) {
    log?.warn({ from: run.from, host: run.host }, "a move of indices into this search engine has not come to its end");
    return;
  }
  throw new MoveUnfinishedError(
    isMoving(run)
      ? `a move into this search engine is under way (from ${run.from}, process ${run.pid} on ${run.host}): the back end starts when it is done`
      : `a move into this search engine from ${run.from} on ${run.host} stopped before its end: run it again, or delete the index ${MOVE_NOTES} and what it has copied`,
  );
}
