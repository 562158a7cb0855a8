import { LOGS_LIMITS } from "@common/limits/logs";
import type { Logger } from "pino";
import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { reach } from "../store/engine-client";
import type { BehindAlias } from "../access/behind-aliases";
import { fits } from "@common/text/glob";
import { isSystem } from "./scope";
import { bareRecord, type Made, toRecord, wellFormed } from "./record";
import type { RecordedCall } from "./recorded-call";

/**
 * What a reader of the log waits for: records made before `before` (all unless told), until a batch has been on its way
 * for `patience` ms. On a busy server one reader after the other would else wait as long.
 */
export type FlushOptions = { before?: number; patience?: number };

/**
 * Takes calls for the request log; never throws and never waits. `flush` resolves when the records that were there when
 * it began are written or given up, for readers that want the newest; those that come meanwhile are not waited for.
 */
export type Recorder = {
  record: (call: RecordedCall) => void;
  flush: (options?: FlushOptions) => Promise<void>;
  close: () => Promise<void>;
  /** Records that were lost: none could be taken any more, or the engine refused them. */
  dropped: () => number;
};

/** Records are written together after so many ms. */
const INTERVAL = 500;
const MAX_BATCH = 500;
/** What waits for the engine at most; beyond it the newest records are dropped and counted. */
const MAX_WAITING = LOGS_LIMITS.recordsWaiting.most;
const MAX_WAITING_SIZE = LOGS_LIMITS.recordsWaitingSize.most;
/** Losses are told in the log this often, in ms. */
const TELL_EVERY = 60_000;

const BulkSchema = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), z.object({ status: z.number() }))),
});

/** How many lines of a batch were refused. */
function refusedOf(answer: string): number {
  const { errors, items } = BulkSchema.parse(JSON.parse(answer));
  return errors ? items.filter((item) => Object.values(item).some(({ status }) => status >= 400)).length : 0;
}

type Aliases = readonly BehindAlias[];
/**
 * A record that waits: its line, when it was made in ms, what names it goes by, and the aliases as they were then; null
 * where they could not be read.
 */
type Waiting = { line: string; at: number; names: readonly string[]; aliases: Promise<Aliases | null> };

function waitingOf({ record, names }: Made, behind: () => Promise<Aliases>): Waiting {
  const line = JSON.stringify(record, (_, value: unknown) => (typeof value === "string" ? wellFormed(value) : value));
  const at = Date.parse(record.timestamp);
  return { line, at, names, aliases: names.length === 0 ? Promise.resolve([]) : behind().catch(() => null) };
}

// The plain star finds no aliases, and one name that begins with a dot is nobody's secret (access/indices.ts).
function leadsTo(name: string, alias: string): boolean {
  return isSystem(alias) ? false : name === alias || (name !== "*" && name.includes("*") && fits(name, alias));
}

async function lineOf({ line, names, aliases: read }: Waiting): Promise<string> {
  const aliases = await read;
  // Where it cannot be told, what names an index at all may have been about a system index.
  const isBehind = aliases === null || names.some((name) => aliases.some(({ alias }) => leadsTo(name, alias)));
  if (!isBehind) return line;
  const record = z.looseObject({ origin: z.looseObject({}) }).parse(JSON.parse(line));
  return JSON.stringify({ ...record, origin: { ...record.origin, system: true } });
}

/** The request log's writer: in batches, beside the requests; it neither slows nor fails one. */
export function createRecorder({
  engine,
  index,
  log,
  behind = async () => [],
}: {
  engine: Engine;
  /** Where records go: the name that all pieces are read by, the piece that is written to, and what makes room. */
  index: { alias: () => string; current: () => Promise<string>; prune: () => Promise<void> };
  log: Logger;
  /** Aliases that lead to system indices: who calls by one of them has called these. */
  behind?: () => Promise<readonly BehindAlias[]>;
}): Recorder {
  let waiting: Waiting[] = [];
  let underWay: readonly Waiting[] = [];
  let begun = 0;
  let bytes = 0;
  let dropped = 0;
  let told = 0;
  let toldAt = 0;
  let lastError: unknown;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  // Records are counted as they come; a flush waits for the number that it found.
  let taken = 0;
  let settled = 0;
  let flushes: { upTo: number; resolve: () => void }[] = [];

  async function write(batch: readonly Waiting[]): Promise<void> {
    const name = await index.current();
    const lines = await Promise.all(batch.map(lineOf));
    const body = lines.map((line) => `{"index":{}}\n${line}\n`).join("");
    const response = await reach(engine, { method: "POST", path: `/${name}/_bulk`, query: { refresh: "true" }, body });
    if (response.status >= 400) throw new Error(`the request log was refused with ${response.status}`);
    dropped += refusedOf(response.body);
  }

  async function writeNext(): Promise<void> {
    const batch = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    underWay = batch;
    begun = performance.now();
    bytes -= batch.reduce((sum, one) => sum + one.line.length, 0);
    try {
      await write(batch);
    } catch (error) {
      dropped += batch.length;
      lastError = error;
    }
    underWay = [];
    settled += batch.length;
    for (const { resolve } of flushes.filter(({ upTo }) => upTo <= settled)) resolve();
    flushes = flushes.filter(({ upTo }) => upTo > settled);
    // Beside the writing: a removal may take minutes.
    void index.prune().catch((error: unknown) => (lastError = error));
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await writeNext();
    running = null;
    // What fails, fails for long: a line for each batch would fill the server's own log.
    if (dropped === told || Date.now() - toldAt < TELL_EVERY) return;
    log.warn(
      { dropped: dropped - told, err: lastError, index: index.alias() },
      "records of the request log were dropped",
    );
    told = dropped;
    toldAt = Date.now();
  }

  function flush({ before = Infinity, patience }: FlushOptions = {}): Promise<void> {
    const oldest = underWay[0] ?? waiting[0];
    if (oldest === undefined || oldest.at >= before) return Promise.resolve();
    if (timer) clearTimeout(timer);
    timer = null;
    running ??= writeAll();
    const left = patience === undefined ? Infinity : patience - (performance.now() - begun);
    if (left <= 0) return Promise.resolve();
    const upTo = taken;
    return new Promise<void>((resolve) => {
      const wait = left === Infinity ? undefined : setTimeout(resolve, left);
      flushes.push({ upTo, resolve: () => (clearTimeout(wait), resolve()) });
    });
  }

  function record(call: RecordedCall): void {
    try {
      const made = toRecord(call);
      if (made === null) return;
      if (waiting.length >= MAX_WAITING) {
        dropped += 1;
        return;
      }
      // Who sends much at once would else decide that what he does next is not logged.
      const one = waitingOf(bytes > MAX_WAITING_SIZE ? { ...made, record: bareRecord(made.record) } : made, behind);
      waiting.push(one);
      taken += 1;
      bytes += one.line.length;
      timer ??= setTimeout(() => void flush(), INTERVAL);
      timer.unref();
    } catch (error) {
      log.warn({ err: error }, "request not recorded");
    }
  }

  return { record, flush, close: () => flush(), dropped: () => dropped };
}
