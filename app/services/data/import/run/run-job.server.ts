import type { Tools } from "~/services/platform/jobs/kind.server";
import { advance, type ImportInput, type ImportProgress } from "./import-store.server";
import { documentBuilder, type BuiltRow } from "../shape/document.server";
import { createPace, MAX_PIECE_BYTES, type Piece } from "../read/pieces.server";
import { readRows } from "../read/reader.server";
import { sendPiece } from "../send/sender.server";
import type { Target } from "../send/target.server";
import type { FileProblem, Plan, RawRow } from "../types";

// After a cancel: how long calls under way may still take before they are cut.
const GRACE_MS = 5000;

type Run = Tools & { input: ImportInput; progress: ImportProgress; done: number };
type RunOptions = { run: Run; plan: Plan; target: Target; patienceMs: number };

/**
 * Runs a job from its last acknowledged row to the end of its file. Pieces go out side by side and are noted in their
 * order, so that "all rows up to N are done" is always true. Returns how far it came and what is wrong with the file,
 * if anything. Throws StoppedError when somebody has to act, the abort of `signal`, or the error of the disk.
 */
export async function runJob({
  run,
  plan,
  target,
  patienceMs,
}: RunOptions): Promise<{ progress: ImportProgress; done: number; problem: FileProblem | null }> {
  const { row: job, input, signal, waiting: onWaiting } = run;
  const { ackedRow } = run.progress;
  let { progress, done } = run;
  const reading = readRows({ path: input.path, options: plan.options });
  const build = documentBuilder(plan);
  const pace = createPace();
  // Where no column is the id, it is made of job and row: sent twice, a row is stored once.
  const idOf = ({ row, document }: { row: number; document: { id: string | null } }) =>
    document.id ?? `${job.id}-${row}`;
  // With ids of our own an "update" is only our own row sent twice.
  const countUpdates = plan.idField !== null;
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const hard = new AbortController();
  const cut = () => setTimeout(() => hard.abort(), GRACE_MS).unref();
  stop.addEventListener("abort", cut, { once: true });
  const inFlight = new Set<Promise<void>>();
  let noted: Promise<void> = Promise.resolve();
  let large = false;

  function send(piece: Piece) {
    const last = piece.rows.at(-1);
    if (!last) return;
    const sending = sendPiece({
      piece,
      target,
      pace,
      idOf,
      signal: stop,
      hardSignal: hard.signal,
      onWaiting,
      patienceMs,
    });
    const before = noted;
    noted = before
      .then(() => sending)
      .then(async (sent) => {
        const added = {
          ackedRow: last.row,
          rows: piece.rows.length,
          indexed: sent.indexed,
          updated: countUpdates ? sent.updated : 0,
          bytesRead: piece.bytesRead,
          failures: sent.failures,
        };
        progress = advance(progress, added);
        done = piece.bytesRead;
        // The rows are stored on the server; that they are must be noted, however long that takes.
        await run.save({ progress, done, failures: sent.failures, repeatable: true }, hard.signal);
      });
    // The first failure stops the reading and the pieces under way; `noted` carries it to the end.
    noted.catch((error: unknown) => failure.abort(error));
    sending.catch(() => undefined);
    const settled: Promise<void> = sending
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => inFlight.delete(settled));
    inFlight.add(settled);
  }

  /** Waits until another piece may go out: few at once, and large ones alone, for each is in memory several times. */
  async function room(bytes: number) {
    while (inFlight.size > 0 && (inFlight.size >= pace.inFlight || bytes > MAX_PIECE_BYTES * 2 || large))
      await Promise.race(inFlight);
    large = bytes > MAX_PIECE_BYTES * 2;
  }

  async function readAll() {
    let piece: Piece = { rows: [], bytes: 0, bytesRead: 0 };
    let headerNoted = input.header !== null;
    for await (const lot of reading.lots) {
      stop.throwIfAborted();
      const header = headerNoted ? null : reading.header();
      if (header) {
        run.setInput({ ...input, header: header.toString("utf8") });
        headerNoted = true;
      }
      for (const built of build(remaining({ lot, ackedRow }))) {
        piece.rows.push(built);
        piece.bytes += sizeOf(built);
        if (piece.rows.length < pace.rows && piece.bytes < pace.bytes) continue;
        piece.bytesRead = reading.bytesRead();
        await room(piece.bytes);
        stop.throwIfAborted();
        send(piece);
        // Before more of the file is read.
        if (large) await room(0);
        piece = { rows: [], bytes: 0, bytesRead: 0 };
      }
    }
    piece.bytesRead = reading.bytesRead();
    await room(piece.bytes);
    stop.throwIfAborted();
    send(piece);
  }

  try {
    await readAll();
    await noted;
  } catch (error) {
    // An abort that a failed piece caused is told as that failure, not as an abort.
    await noted;
    throw error;
  } finally {
    failure.abort();
    reading.close();
    await Promise.allSettled(inFlight);
  }
  // Without it the rows would be found a second later; a failed refresh loses nothing.
  await target.refresh().catch(() => undefined);
  return { progress, done, problem: reading.problem() };
}

function remaining({ lot, ackedRow }: { lot: RawRow[]; ackedRow: number }): RawRow[] {
  const first = lot[0];
  if (!first || first.row > ackedRow) return lot;
  return lot.filter((row) => row.row > ackedRow);
}

function sizeOf({ document, raw }: BuiltRow): number {
  return document ? document.source.length + 60 : raw.length;
}
