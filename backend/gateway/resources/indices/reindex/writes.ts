import { setTimeout as sleep } from "node:timers/promises";
import { REINDEX_LIMITS } from "@common/limits/reindex";
import type { Engine, EngineResponse } from "@backend/engine/port";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { createDeletions, type Deletions } from "./deletions";
import { reaches } from "./names";
import { createRuns, type Run } from "./runs";

/**
 * A call that writes documents: the index expressions it names (none: any index, as a bulk may), and what it deletes by
 * id.
 */
export type WriteCall = {
  indices: readonly string[];
  deleted: () => readonly string[] | Promise<readonly string[]>;
  signal: AbortSignal;
};

/** What writes of this gateway do about re-indexes that are under way, on whichever gateway. */
export type Writes = {
  deletions: Deletions;
  /** Waits while the end of a re-index is under way on what the call names, and notes what the call deletes. */
  before: (call: WriteCall) => Promise<void>;
  /** Sends a call; where it comes up against the block of a re-index, again once that is over. */
  around: (call: WriteCall, send: () => Promise<EngineResponse>) => Promise<EngineResponse>;
  /** Whether a refusal is the block of a re-index, which is waited for then. */
  waitedFor: (call: WriteCall) => Promise<boolean>;
  /** For how long an index took no writes at the longest, in ms, since this was asked the last time. */
  longestBlock: () => number;
  onBlocked: (ms: number) => void;
  /** Says what is to be done where an end takes too long: its gateway may have died. */
  onStuck: (listener: () => void) => void;
};

const LOOK_EVERY = 50;
const BLOCKED = "FORBIDDEN/8/index write (api)";

/** Whether an answer tells of an index that takes no writes. */
export const tellsOfBlock = (text: string): boolean => text.includes(BLOCKED);

/** Writes beside re-indexes. `locks` and `noted` name the system indices on this engine. */
export function createWrites({
  engine,
  locks,
  noted,
}: {
  engine: Engine;
  locks: () => string;
  noted: () => string;
}): Writes {
  const runs = createRuns({ engine, index: locks });
  const deletions = createDeletions({ engine, index: noted });
  const memory = createShortMemory({ read: async () => (await runs.list()).filter(({ inPlace }) => inPlace) });
  let longest = 0;
  let stuck = () => {};

  // What cannot be told is not waited for: a delete that is not noted is found by comparing ids, and a write that is
  // refused is not lost.
  const known = (): Promise<Run[]> => memory.get("all").catch(() => []);
  const means = ({ indices }: WriteCall, run: Run) =>
    indices.length === 0 || reaches(indices, [run.source, run.name, ...run.names]);

  async function ended({ name, uuid }: Run, signal: AbortSignal): Promise<void> {
    const until = Date.now() + REINDEX_LIMITS.waiting.most;
    while (!signal.aborted && Date.now() < until) {
      const now = await runs.read(name).catch(() => null);
      if (now === null || !now.closing || now.uuid !== uuid) break;
      await sleep(LOOK_EVERY);
    }
    if (Date.now() >= until) stuck();
    memory.forget();
  }

  async function before(call: WriteCall): Promise<void> {
    for (const run of await known()) if (run.closing && means(call, run)) await ended(run, call.signal);
    const concerned = (await known()).filter((run) => means(call, run));
    if (concerned.length === 0) return;
    const ids = await call.deleted();
    for (const { target } of concerned) await deletions.note(target, ids).catch(() => undefined);
  }

  async function waitedFor(call: WriteCall): Promise<boolean> {
    memory.forget();
    const run = (await known()).find((one) => (one.closing || one.blocked) && means(call, one));
    if (run) await ended(run, call.signal);
    return run !== undefined;
  }

  async function around(call: WriteCall, send: () => Promise<EngineResponse>): Promise<EngineResponse> {
    await before(call);
    for (let tries = 0; ; tries++) {
      const response = await send();
      if (response.status !== 403 || !tellsOfBlock(response.body) || tries >= 3) return response;
      // The first time it may have ended before it was looked for.
      if (!(await waitedFor(call)) && tries > 0) return response;
    }
  }

  return {
    deletions,
    before,
    around,
    waitedFor,
    onStuck: (listener) => (stuck = listener),
    onBlocked: (ms) => (longest = Math.max(longest, ms)),
    longestBlock: () => {
      const told = longest;
      longest = 0;
      return told;
    },
  };
}
