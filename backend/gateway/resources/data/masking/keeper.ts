import type { Logger } from "pino";
import * as z from "zod";
import { maskedSearch } from "../../analytics/kept-search";
import { SUMS_LOCK } from "../../analytics/sums/keeper";
import { maskedRecord } from "@backend/gateway/platform/recording/masked-record";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { tryLock } from "@backend/gateway/platform/store/lock";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { maskRecords, type Work } from "./mask-records";

// Records of the request log and of analytics that were written before secrets were left out hold them still. They are
// masked where they lie, once, beside all other work. How far that came stands in `.log_retention`, so that the next
// start goes on from there.

const ID = "masking";
const PARTS = ["logs", "analytics", "sums"] as const;
type Part = (typeof PARTS)[number];

/** The part that is at hand, the moment up to which its records are done, and how many records were changed so far. */
const NoteSchema = z.object({
  part: z.enum([...PARTS, "done"]),
  from: z.number().nullable(),
  changed: z.object({ logs: z.number(), analytics: z.number(), sums: z.number() }),
});
type Note = z.infer<typeof NoteSchema>;
const CountSchema = z.object({ count: z.number() });

const BEGINNING: Note = { part: "logs", from: null, changed: { logs: 0, analytics: 0, sums: 0 } };

const INDEX = { logs: SYSTEM.logs, analytics: SYSTEM.analytics, sums: SYSTEM.analyticsSums } as const;
const HOW: Readonly<Record<Part, Pick<Work, "mask" | "mustNot">>> = {
  // Since records keep what they were about, they hold no secrets.
  logs: { mask: maskedRecord, mustNot: [{ exists: { field: "origin.scope" } }] },
  analytics: { mask: maskedSearch },
  sums: { mask: maskedSearch },
};

/** In ms: how long after the start it begins, its rest between steps, and after what time it is tried again. */
export type Times = { delay: number; rest: number; again: number };
const USUAL: Times = { delay: 5_000, rest: 20, again: 60_000 };

/** Masks older records. */
export type MaskingKeeper = {
  /** Begins soon, and tries again until all is done. Where there are no records at all it is done. Never rejects. */
  start: () => Promise<void>;
  /**
   * Goes on now from where it was left; tells whether all is done. It is not where another gateway is at it. Throws the
   * engine's errors.
   */
  run: () => Promise<boolean>;
  /** Ends it after its present step. */
  close: () => Promise<void>;
};

/** The keeper of one gateway; of all gateways of an engine one works at a time. */
export function createMaskingKeeper({
  engine,
  places,
  log,
  times = USUAL,
}: StoreParts & { log: Pick<Logger, "info" | "warn">; times?: Times }): MaskingKeeper {
  const notes = createSystemStore({ engine, places, index: SYSTEM.logRetention, schema: NoteSchema });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  const lockOf = (name: string) => tryLock({ engine, name, index: places.of(SYSTEM.locks).definition.name });

  async function maskPart(part: Part, { note, check }: { note: Note; check: () => void }): Promise<Note> {
    let now = note;
    const work = {
      engine,
      index: places.of(INDEX[part]).definition.name,
      ...HOW[part],
      from: note.from,
      rest: times.rest,
      check,
    };
    for await (const { changed, upTo } of maskRecords(work)) {
      check();
      now = { part, from: upTo ?? now.from, changed: { ...now.changed, [part]: now.changed[part] + changed } };
      await notes.put(ID, now);
    }
    const next: Note = { ...now, part: PARTS[PARTS.indexOf(part) + 1] ?? "done", from: null };
    await notes.put(ID, next);
    return next;
  }

  // A day that is being summed up has been read with its secrets and is yet to be written: that is waited for.
  async function maskSums({ note, check }: { note: Note; check: () => void }): Promise<Note> {
    const lock = await lockOf(SUMS_LOCK);
    if (!lock) return note;
    const checkBoth = () => {
      check();
      lock.check();
    };
    try {
      return await maskPart("sums", { note, check: checkBoth });
    } finally {
      await lock.release();
    }
  }

  async function work(check: () => void): Promise<boolean> {
    let note = (await notes.now(ID)) ?? BEGINNING;
    if (note.part === "logs") note = await maskPart("logs", { note, check });
    if (note.part === "analytics") note = await maskPart("analytics", { note, check });
    if (note.part === "sums") note = await maskSums({ note, check });
    if (note.part !== "done") return false;
    log.info(note.changed, "secrets in older records of the request log and of analytics are masked");
    return true;
  }

  async function run(): Promise<boolean> {
    if ((await notes.now(ID))?.part === "done") return true;
    const lock = await lockOf(ID);
    if (!lock) return false;
    const check = () => {
      lock.check();
      if (isClosed) throw new Error("the server is being stopped");
    };
    try {
      return await work(check);
    } finally {
      await lock.release();
    }
  }

  function tell(error: unknown): void {
    if (!isClosed) log.warn({ err: error }, "older records could not be masked, and are tried again");
  }

  async function runOrTell(): Promise<void> {
    const isDone = await run().catch((error: unknown) => {
      tell(error);
      return false;
    });
    if (!isDone) schedule(times.again);
  }

  function schedule(after: number): void {
    if (isClosed) return;
    timer = setTimeout(() => (running = runOrTell()), after);
    timer.unref();
  }

  async function isEmpty(): Promise<boolean> {
    const names = PARTS.map((part) => places.of(INDEX[part]).definition.name).join(",");
    const { body } = await callEngine(engine, {
      method: "POST",
      path: `/${names}/_count`,
      query: { ignore_unavailable: "true" },
    });
    return CountSchema.parse(body).count === 0;
  }

  async function begin(): Promise<void> {
    // A start that failed half-way is made again.
    if (timer !== null) return;
    const note = await notes.now(ID);
    if (note?.part === "done") return;
    if (note === null && (await isEmpty())) await notes.put(ID, { ...BEGINNING, part: "done" });
    else schedule(times.delay);
  }

  return {
    start: () =>
      begin().catch((error: unknown) => {
        tell(error);
        schedule(times.delay);
      }),
    run,
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
