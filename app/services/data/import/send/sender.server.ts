import { setTimeout as sleep } from "node:timers/promises";
import { saysNotOffered } from "@common/http/not-offered";
import { StoppedError } from "~/services/platform/jobs/kind.server";
import { engineAway, errorDetail, readBody } from "~/services/platform/http/errors.server";
import { isLocked } from "~/lib/indices/locked-index";
import { bulkBody, isDiskFull, LOCKED, readBulkReply, type BulkRow } from "./bulk.server";
import { backOff, type Pace, type Piece } from "../read/pieces.server";
import type { Target } from "./target.server";
import type { RowProblem } from "../types";

export type SentPiece = {
  indexed: number;
  updated: number;
  failures: ({ row: number; line: number; raw: Buffer } & RowProblem)[];
};

type SendOptions = {
  target: Target;
  pace: Pace;
  idOf: (row: { row: number; document: { id: string | null } }) => string;
  /** Ends the waiting; a call under way is not cut by it, so that what it stored is counted. */
  signal: AbortSignal;
  /** Cuts the calls under way. */
  hardSignal: AbortSignal;
  /** Told before each wait, and with null when things go on. */
  onWaiting: (message: string | null) => void;
  /** A server that fails for longer than this stops the import, which can be resumed. */
  patienceMs: number;
};

/** Sends the rows of a piece until every one is stored or refused. Throws StoppedError, or the abort of `signal`. */
export async function sendPiece({ piece, ...options }: SendOptions & { piece: Piece }): Promise<SentPiece> {
  const sent: SentPiece = { indexed: 0, updated: 0, failures: [] };
  const rows: BulkRow[] = [];
  for (const built of piece.rows) {
    if (built.document)
      rows.push({
        row: built.row,
        line: built.line,
        raw: built.raw,
        id: options.idOf({ row: built.row, document: built.document }),
        source: built.document.source,
      });
    else
      sent.failures.push({
        row: built.row,
        line: built.line,
        raw: built.raw,
        ...(built.problem ?? { reason: "could not be read", field: null }),
      });
  }
  await sendRows({ rows, sent, ...options });
  sent.failures.sort((a, b) => a.row - b.row);
  return sent;
}

// Waited for without an end: whoever makes room may come tomorrow.
const diskFull =
  "The search server's disk is full: it takes no rows until there is room. Delete indices you no longer need, or free disk space on the server. The import continues by itself.";

/** A re-index locks an index for a moment at its end; one that stays locked is locked by somebody. */
const LOCKED_MS = 60_000;
const locking = "The index takes no rows for the moment.";

async function sendRows({ rows, sent, ...options }: SendOptions & { rows: BulkRow[]; sent: SentPiece }): Promise<void> {
  const { target, pace, signal, hardSignal, onWaiting, patienceMs } = options;
  let began = Date.now();
  let lockedSince: number | null = null;
  let left = rows;
  for (let attempt = 1; left.length > 0; attempt++) {
    signal.throwIfAborted();
    const started = performance.now();
    const answer = await target.bulk({ body: bulkBody(left), signal: hardSignal });
    let waitingFor: string;
    if (answer.status >= 200 && answer.status < 300) {
      const { again, full, locked } = settle({ text: answer.text, rows: left, sent });
      pace.answered(performance.now() - started);
      if (again.length === 0) break;
      if (again.length < left.length) attempt = 1;
      left = again;
      if (!locked) pace.slower();
      lockedSince = locked ? (lockedSince ?? Date.now()) : null;
      if (full) [waitingFor, began] = [diskFull, Date.now()];
      else if (locked) waitingFor = locking;
      else waitingFor = "The server is busy and refused some rows for now.";
    } else if (answer.status === 413 || answer.status === 400) {
      if (left.length > 1) {
        if (answer.status === 413) pace.slower();
        const middle = Math.ceil(left.length / 2);
        await sendRows({ rows: left.slice(0, middle), sent, ...options });
        await sendRows({ rows: left.slice(middle), sent, ...options });
        break;
      }
      const [row] = left;
      const reason = answer.status === 413 ? "the row is larger than the server takes" : errorText(answer.text);
      if (row) sent.failures.push({ row: row.row, line: row.line, raw: row.raw, reason, field: null });
      break;
    } else if (isDiskFull(errorText(answer.text))) {
      [waitingFor, began] = [diskFull, Date.now()];
    } else if (isLocked(errorText(answer.text))) {
      lockedSince ??= Date.now();
      waitingFor = locking;
    } else {
      stopWhenFinal(answer);
      pace.slower();
      waitingFor = waitWords(answer);
    }
    if (lockedSince !== null && Date.now() - lockedSince > Math.min(LOCKED_MS, patienceMs))
      throw new StoppedError(LOCKED);
    if (lockedSince === null && Date.now() - began > patienceMs)
      throw new StoppedError(`${waitingFor} The import gave up waiting; resume it when the server is back.`);
    const wait = backOff({ attempt, retryAfter: answer.retryAfter });
    onWaiting(`${waitingFor} Trying again in ${Math.max(1, Math.round(wait / 1000))} s.`);
    await sleep(wait, undefined, { signal });
  }
  onWaiting(null);
}

function waitWords({ status, text }: { status: number; text: string }): string {
  if (status === 0) return text === "" ? "The server does not answer." : text;
  if (status === 429) return "The server asks for fewer calls (429).";
  const isAway = engineAway({ status, body: readBody(text) }) !== undefined;
  return isAway
    ? "The search server is there, but the cluster behind it cannot be reached."
    : `The server failed with ${status}.`;
}

function stopWhenFinal({ status, text }: { status: number; text: string }) {
  if (status === 0 || status === 429 || status === 408 || status >= 500) return;
  if (status === 401 || status === 403)
    throw new StoppedError(
      `The server no longer lets this user write here (${errorText(text)}). Sign in again, then resume.`,
    );
  if (saysNotOffered({ status, detail: errorText(text) }))
    throw new StoppedError("This server does not offer bulk writes.");
  throw new StoppedError(`The server refused the rows with ${status}: ${errorText(text)}`);
}

function settle({ text, rows, sent }: { text: string; rows: BulkRow[]; sent: SentPiece }): {
  again: BulkRow[];
  full: boolean;
  locked: boolean;
} {
  const outcomes = readBulkReply({ text, rows: rows.length });
  // A 200 that is no bulk reply comes from a proxy or a server that went away while it wrote.
  if (!outcomes) return { again: rows, full: false, locked: false };
  const again: BulkRow[] = [];
  const stop = outcomes.find((outcome) => outcome.kind === "stop");
  if (stop?.kind === "stop") throw new StoppedError(stop.reason);
  rows.forEach((row, at) => {
    const outcome = outcomes[at];
    if (!outcome || outcome.kind === "again") again.push(row);
    else if (outcome.kind === "failed")
      sent.failures.push({ row: row.row, line: row.line, raw: row.raw, ...outcome.problem });
    else {
      sent.indexed++;
      if (outcome.kind === "updated") sent.updated++;
    }
  });
  const isAgain = (why: "full" | "locked") => outcomes.some((outcome) => outcome.kind === "again" && outcome[why]);
  return { again, full: isAgain("full"), locked: isAgain("locked") };
}

function errorText(text: string): string {
  return (errorDetail(readBody(text)) ?? text).slice(0, 300);
}
