import { HELD_LIMITS } from "@common/limits/held";
import type { Engine } from "@backend/engine/port";
import { enginePath } from "../http/paths";
import { reach } from "../store/engine-client";
import type { ScrollBook } from "./scroll-book";
import { createShares, type Owner } from "./shares";

/** Tasks of one caller are asked for no more often than this, in ms. */
const ASK_EVERY = 1_000;
/** So long counts a call whose caller went away, in ms: engines go on with it, and nobody is told its name. */
const GONE = 60_000;

type Task = { owner: Owner; release: () => void };
/**
 * Who calls, the slices of the call (none where this server makes it, in the room of its own), when its caller goes,
 * and the task that an answer tells of, if any.
 */
type Copy<Answer> = {
  owner: Owner;
  slices?: number;
  signal: AbortSignal;
  taskOf: (answer: Answer) => string | undefined;
};

/** Calls that copy, change or delete what a query finds, those that go on as tasks of the engine included. */
export type Copies = {
  /** Runs one, which opens a scroll for each slice. Throws 429 where its owner has too many under way. */
  run: <Answer>(call: Copy<Answer>, ask: () => Promise<Answer>) => Promise<Answer>;
};

/** Shares of callers in them, beside those in the scrolls that they open. */
export function createCopies({
  engine,
  book,
  now = Date.now,
}: {
  engine: Engine;
  book: ScrollBook;
  now?: (() => number) | undefined;
}): Copies {
  const shares = createShares({
    most: HELD_LIMITS.copiesOfOne.most,
    what: "calls under way that copy, change or delete by a query",
  });
  const tasks = new Map<string, Task>();
  const askedAt = new Map<Owner, number>();

  async function hasEnded(id: string): Promise<boolean> {
    const { status, body } = await reach(engine, { method: "GET", path: enginePath(["_tasks", id]) });
    return status === 404 || /"completed"\s*:\s*true/.test(body.slice(0, 500));
  }

  // Nobody tells when a task ends: it is asked for when its owner wants more than he may have.
  async function giveBackEnded(owner: Owner): Promise<void> {
    if (now() - (askedAt.get(owner) ?? 0) < ASK_EVERY) return;
    askedAt.set(owner, now());
    for (const [id, task] of tasks) {
      if (task.owner !== owner || !(await hasEnded(id))) continue;
      task.release();
      tasks.delete(id);
    }
  }

  async function take(owner: Owner, slices: number): Promise<() => void> {
    const attempt = () => {
      const give = shares.take(owner);
      try {
        const reserved = slices === 0 ? undefined : book.reserve(owner, slices);
        return () => (give(), reserved?.release());
      } catch (error) {
        give();
        throw error;
      }
    };
    try {
      return attempt();
    } catch (error) {
      if (![...tasks.values()].some((task) => task.owner === owner)) throw error;
      await giveBackEnded(owner);
      return attempt();
    }
  }

  return {
    run: async ({ owner, slices = 0, signal, taskOf }, ask) => {
      const release = await take(owner, slices);
      let goesOn = false;
      try {
        const response = await ask();
        const task = taskOf(response);
        goesOn = task !== undefined;
        if (task !== undefined) tasks.set(task, { owner, release });
        return response;
      } catch (error) {
        goesOn = signal.aborted;
        if (goesOn) setTimeout(release, GONE).unref();
        throw error;
      } finally {
        if (!goesOn) release();
      }
    },
  };
}
