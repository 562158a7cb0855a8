import { DiskFullError } from "../disk/room";
import { diskFull, EngineError } from "../errors";
import type { EmbeddedState } from "../state";
import { inSlices } from "../steps";
import { pause } from "../store/lock";
import type { WriteTransaction } from "../store/store";
import type { Operation } from "./operation";
import { DocumentWriter, type Outcome } from "./writer";

/** Writes of one commit, at most: none waits long for those before it. */
const MOST = 100;

/** `async`: nobody waits for the disk, as in Elasticsearch. */
const DURABILITY = "index.translog.durability";

type Waiting = {
  operation: Operation;
  signal: AbortSignal | undefined;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};

/**
 * Writes of single documents. Those that come at about the same time share a commit and a segment; each succeeds or
 * fails alone.
 */
export class SingleWrites {
  private waiting: Waiting[] = [];
  private justCommitted = false;

  constructor(private readonly state: EmbeddedState) {}

  /**
   * Carries one operation out; resolves when it is on disk (of indices of asynchronous durability: on its way there)
   * and seen by searches. Throws EngineError, with nothing of it done; a caller who goes away takes his write with him.
   */
  write(operation: Operation, signal?: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ operation, signal, resolve, reject }) > 1) return;
      // A write alone goes at once. One that comes with the same turn of the event loop as the last commit is one of
      // several.
      void (this.justCommitted ? pause() : Promise.resolve()).then(() => this.flush());
    });
  }

  private async flush(): Promise<void> {
    let taken: Waiting[] = [];
    await this.commit(() => {
      // Taken when it is this call's turn: until then others may join.
      taken = this.waiting.splice(0, MOST);
      if (this.waiting.length > 0) void pause().then(() => this.flush());
      return taken;
    }).catch(async (error: unknown) => {
      const [only] = taken;
      const refuse = (one: Waiting, reason: unknown) =>
        one.reject(reason instanceof DiskFullError ? diskFull(one.operation.index) : reason);
      if (taken.length <= 1) return only && refuse(only, error);
      // Nothing was kept. Whatever broke the whole may be the fault of one.
      for (const one of taken) await this.commit(() => [one]).catch((reason: unknown) => refuse(one, reason));
    });
  }

  private async commit(take: () => readonly Waiting[]): Promise<void> {
    const { store, indices } = this.state;
    let taken: readonly Waiting[] = [];
    const isLazy = () => {
      taken = take();
      return (
        taken.length > 0 &&
        taken.every(({ operation }) => indices.get(operation.index)?.settings.get(DURABILITY) === "async")
      );
    };
    const write = async (transaction: WriteTransaction) => {
      const writer = new DocumentWriter(indices, transaction);
      const done: (() => void)[] = [];
      for (const { operation, signal, resolve, reject } of taken) {
        try {
          const outcome = await inSlices(writer.apply(operation, signal));
          done.push(() => resolve(outcome));
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          done.push(() => reject(error));
        }
      }
      return done;
    };
    const answers = await store.write(write, { isLazy });
    this.justCommitted = true;
    void pause().then(() => (this.justCommitted = false));
    for (const answer of answers) answer();
  }
}

const known = new WeakMap<EmbeddedState, SingleWrites>();

/** The single writes of an engine. */
export function singleWrites(state: EmbeddedState): SingleWrites {
  let found = known.get(state);
  if (!found) known.set(state, (found = new SingleWrites(state)));
  return found;
}
