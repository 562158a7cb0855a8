import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import * as z from "zod";
import { isJsonObject, type JsonObject } from "@common/text/json";
import { isMoving, MOVE_NOTES, type MoveRun, MoveRunSchema } from "../gateway/platform/store/moves";
import { askJson, pathOf, Refusal, type Caller } from "./call";
import { MigrationError } from "./types";

/** A lock that was not renewed for this long is nobody's (ms). */
export const LOCK_MS = 60_000;
const RENEW_MS = 10_000;
const LOCK_PATIENCE_MS = 10_000;

class LockLost extends MigrationError {}

const EntrySchema = z.object({
  /** The index was made by this migration, so that it is not in the way of it. */
  created: z.boolean(),
  /** Everything before it is in the target (a sequence number of the source). */
  mark: z.number().nullable(),
  /** Documents before the mark. */
  done: z.number(),
  /** All documents were written once. */
  copied: z.boolean(),
  /** What gives refresh and replicas back. */
  restore: z.record(z.string(), z.union([z.string(), z.null()])),
  /** Settings that the target does not know. */
  without: z.array(z.string()),
});
/** How far one index is. */
export type Entry = z.infer<typeof EntrySchema>;

type Owner = { source: string; from: string };

/**
 * What is known of a migration, kept in the target: it then holds for exactly the indices that are there (an emptied
 * target starts again), another machine can go on, and the source stays untouched. One document for the run, which is
 * the lock too, and one for each index.
 */
export class Journal {
  private readonly holder = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private keeping = false;
  private run: MoveRun;
  /** An earlier run was to move the gateway's own indices too; this one is not. */
  isPart = false;

  constructor(
    private readonly caller: Caller,
    private readonly owner: Owner,
  ) {
    this.run = {
      ...owner,
      holder: this.holder,
      host: hostname(),
      pid: process.pid,
      until: 0,
      templates: false,
      system: false,
    };
  }

  /** For the lock: it is kept while the rest waits for the engine, and given back after a stop. */
  private get freely(): Caller {
    return { engine: this.caller.engine, patience: LOCK_PATIENCE_MS };
  }

  private async read(id: string): Promise<{ source: JsonObject; guard: Record<string, string> } | undefined> {
    const { status, body } = await askJson(this.freely, { method: "GET", path: pathOf(MOVE_NOTES, "_doc", id) }, [404]);
    const source = body["_source"];
    if (status === 404 || !isJsonObject(source)) return undefined;
    return { source, guard: { if_seq_no: String(body["_seq_no"]), if_primary_term: String(body["_primary_term"]) } };
  }

  private async write(
    caller: Caller,
    { id, source, query = {} }: { id: string; source: JsonObject; query?: Record<string, string> },
  ): Promise<void> {
    await askJson(caller, { method: "PUT", path: pathOf(MOVE_NOTES, "_doc", id), query, body: source });
  }

  /** The run that the target knows of; undefined where none was begun. Throws where it is of another source. */
  private async known(): Promise<{ run: MoveRun; guard: Record<string, string> } | undefined> {
    const found = await this.read("run");
    if (!found) return undefined;
    const run = MoveRunSchema.parse(found.source);
    if (run.source !== this.owner.source) {
      throw new MigrationError(
        `The target holds an unfinished migration of other data (${run.from}). Finish that one, or delete the index ${MOVE_NOTES} and whatever it has copied.`,
      );
    }
    return { run, guard: found.guard };
  }

  /** How far an earlier run came, without taking the lock. */
  async look(names: readonly string[]): Promise<{ entries: Map<string, Entry>; templatesDone: boolean }> {
    const entries = new Map<string, Entry>();
    const known = await this.known();
    if (!known) return { entries, templatesDone: false };
    for (const name of names) {
      const found = await this.read(`index:${name}`);
      if (found) entries.set(name, EntrySchema.parse(found.source));
    }
    return { entries, templatesDone: known.run.templates };
  }

  /**
   * Takes the lock and keeps it until `release`. Throws where another process has it. `lost` is called when the lock
   * could not be kept.
   * `system`: the gateway's own indices are moved too, so that no gateway may start meanwhile.
   */
  async acquire({ system, lost }: { system: boolean; lost: (error: Error) => void }): Promise<void> {
    const settings = { index: { hidden: true, number_of_shards: 1, auto_expand_replicas: "0-1" } };
    await askJson(
      this.caller,
      { method: "PUT", path: pathOf(MOVE_NOTES), body: { settings, mappings: { dynamic: false } } },
      [400],
    );
    const known = await this.known();
    if (known && isMoving(known.run)) throw this.taken(known.run);
    this.isPart = !system && (known?.run.system ?? false);
    this.run = {
      ...this.run,
      templates: known?.run.templates ?? false,
      system: system || (known?.run.system ?? false),
    };
    await this.renew(known?.guard ?? { op_type: "create" });
    this.timer = setInterval(() => {
      if (this.keeping) return;
      this.keeping = true;
      this.keep()
        // An engine that cannot be reached takes the lock from nobody.
        .catch((error: unknown) => error instanceof LockLost && lost(error))
        .finally(() => (this.keeping = false));
    }, RENEW_MS);
  }

  private taken({ host, pid, until }: MoveRun): LockLost {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    return new LockLost(
      `Another migration into this target is running (process ${pid} on ${host}). If it was killed there, its lock ends in ${seconds} s.`,
    );
  }

  private async renew(guard: Record<string, string>): Promise<void> {
    this.run = { ...this.run, until: Date.now() + LOCK_MS };
    try {
      await this.write(this.freely, { id: "run", source: this.run, query: guard });
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) throw error;
      const other = await this.known();
      // A write that was made twice, for its answer got lost, meets itself.
      if (other?.run.holder !== this.holder) throw this.taken(other?.run ?? this.run);
    }
  }

  private async keep(): Promise<void> {
    const known = await this.known();
    if (known?.run.holder !== this.holder)
      throw new LockLost("Another migration took this one's place: its lock had run out.");
    await this.renew(known.guard);
  }

  async put(name: string, entry: Entry): Promise<void> {
    await this.write(this.caller, { id: `index:${name}`, source: entry });
  }

  /** Notes that the templates are in place. */
  async templatesDone(): Promise<void> {
    this.run = { ...this.run, templates: true };
    await this.keep();
  }

  /** Gives the lock back and keeps the rest, for going on. */
  async release(): Promise<void> {
    clearInterval(this.timer);
    if (this.run.until === 0) return;
    const known = await this.known();
    if (known?.run.holder === this.holder)
      await this.write(this.freely, { id: "run", source: { ...this.run, until: 0 }, query: known.guard });
  }

  /** Takes the journal away: nothing is left to go on with. */
  async remove(): Promise<void> {
    clearInterval(this.timer);
    this.run = { ...this.run, until: 0 };
    await askJson(this.freely, { method: "DELETE", path: pathOf(MOVE_NOTES) }, [404]);
  }
}
