import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { pathOf, reasonOf, refusalOf, type Caller } from "./call";
import { MigrationError, type Document } from "./types";

const FIRST_BYTES = 4 * 1024 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
const LEAST_BYTES = 32 * 1024;
const MOST_DOCUMENTS = 5_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

const ItemSchema = z.object({
  status: z.number(),
  error: z
    .object({
      type: z.string(),
      reason: z.string().nullish(),
      caused_by: z.object({ reason: z.string().nullish() }).nullish(),
    })
    .optional(),
});
const AnswerSchema = z.object({ errors: z.boolean(), items: z.array(z.record(z.string(), ItemSchema)) });

/**
 * What became of documents: written, already there with the same or a newer version, or refused with the engine's
 * reason.
 */
export type Outcome = { written: number; kept: number; refused: { id: string; reason: string }[] };

/** `external` leaves a document of the same version alone, `external_gte` writes it again; both leave a newer one. */
export type VersionType = "external" | "external_gte";

/** The lines of one document. Line breaks of its JSON stand between values only, so that a space does as well. */
export function bulkLines({ id, version, routing, source }: Document, versionType: VersionType): string {
  const meta = `{"index":{"_id":${JSON.stringify(id)},"version":${version},"version_type":"${versionType}"${routing === undefined ? "" : `,"routing":${JSON.stringify(routing)}`}}}`;
  return `${meta}\n${source.replace(/[\r\n]+/g, " ")}\n`;
}

/**
 * Writes documents into one index with their own versions, so that writing again changes nothing and overwrites nothing
 * newer. A bulk is bounded by bytes; the bound falls when the target says that it is too large (413) or too much (429)
 * and grows again slowly.
 */
export class BulkWriter {
  private bound = FIRST_BYTES;

  private readonly caller: Caller;
  private readonly index: string;
  private readonly versionType: VersionType;

  constructor({ caller, index, versionType }: { caller: Caller; index: string; versionType: VersionType }) {
    this.caller = caller;
    this.index = index;
    this.versionType = versionType;
  }

  async write(documents: readonly Document[]): Promise<Outcome> {
    const outcome: Outcome = { written: 0, kept: 0, refused: [] };
    const waiting = documents.map((document) => ({ id: document.id, lines: bulkLines(document, this.versionType) }));
    let pause = FIRST_WAIT_MS;
    let until = Date.now() + this.caller.patience;
    while (waiting.length > 0) {
      this.caller.signal?.throwIfAborted();
      const batch = this.cut(waiting);
      const { again, problem } = await this.send(batch, outcome);
      waiting.splice(0, batch.length, ...again);
      if (problem === undefined) {
        pause = FIRST_WAIT_MS;
        until = Date.now() + this.caller.patience;
        this.bound = Math.min(MOST_BYTES, Math.ceil(this.bound * 1.25));
        continue;
      }
      if (problem === "too large") continue;
      if (Date.now() + pause > until) throw new MigrationError(`The target does not take documents: ${problem}`);
      if (pause > 2 * FIRST_WAIT_MS) this.caller.notify?.(`waiting for the target: ${problem}`);
      await wait(pause, undefined, { signal: this.caller.signal });
      pause = Math.min(pause * 2, LONGEST_WAIT_MS);
    }
    return outcome;
  }

  private cut(waiting: readonly { id: string; lines: string }[]): { id: string; lines: string }[] {
    let bytes = 0;
    let count = 0;
    for (const { lines } of waiting) {
      bytes += Buffer.byteLength(lines);
      if (count > 0 && (bytes > this.bound || count >= MOST_DOCUMENTS)) break;
      count++;
    }
    return waiting.slice(0, count);
  }

  private smaller(): void {
    this.bound = Math.max(LEAST_BYTES, Math.floor(this.bound / 2));
  }

  /** Sends one bulk; what has to be sent again comes back, with the reason to wait before that. */
  private async send(
    batch: { id: string; lines: string }[],
    outcome: Outcome,
  ): Promise<{ again: typeof batch; problem: string | undefined }> {
    const { engine, signal } = this.caller;
    const body = batch.map(({ lines }) => lines).join("");
    let answer;
    try {
      answer = await engine({ method: "POST", path: `${pathOf(this.index)}/_bulk`, body, ...(signal && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      this.smaller();
      return { again: batch, problem: reasonOf(error) };
    }
    if (answer.status === 413) {
      const [only] = batch;
      if (batch.length === 1 && only) {
        outcome.refused.push({
          id: only.id,
          reason: `with ${Buffer.byteLength(body).toLocaleString("en")} bytes larger than the target takes`,
        });
        return { again: [], problem: undefined };
      }
      // Half of what was sent, not of the bound: the last bulk of a page may be far below it.
      this.bound = Math.max(LEAST_BYTES, Math.floor(Buffer.byteLength(body) / 2));
      if (this.bound === LEAST_BYTES) return { again: await this.oneByOne(batch, outcome), problem: undefined };
      return { again: batch, problem: "too large" };
    }
    if ([429, 502, 503, 504].includes(answer.status)) {
      this.smaller();
      return { again: batch, problem: refusalOf(answer).message };
    }
    if (answer.status !== 200) throw refusalOf(answer);
    return this.sort(batch, AnswerSchema.parse(JSON.parse(answer.body)), outcome);
  }

  private async oneByOne(batch: { id: string; lines: string }[], outcome: Outcome): Promise<typeof batch> {
    const again: typeof batch = [];
    for (const one of batch) again.push(...(await this.send([one], outcome)).again);
    return again;
  }

  private sort(
    batch: { id: string; lines: string }[],
    { items }: z.infer<typeof AnswerSchema>,
    outcome: Outcome,
  ): { again: typeof batch; problem: string | undefined } {
    const again: typeof batch = [];
    let problem: string | undefined;
    batch.forEach((one, at) => {
      const item = Object.values(items[at] ?? {})[0];
      if (item === undefined)
        throw new MigrationError("The target answered a bulk without saying what became of each document.");
      const { status, error } = item;
      const reason = error?.caused_by?.reason ?? error?.reason ?? error?.type ?? String(status);
      if (status < 300) outcome.written++;
      else if (status === 409) outcome.kept++;
      else if (status === 429 || status === 503) {
        again.push(one);
        problem = reason;
      } else if (status === 403)
        throw new MigrationError(`The target does not take writes into ${this.index}: ${reason}`);
      else outcome.refused.push({ id: one.id, reason });
    });
    if (problem !== undefined) this.smaller();
    return { again, problem };
  }
}
