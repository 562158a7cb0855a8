import * as z from "zod";
import { parseJson } from "@common/text/json";
import { INDEX_CLOSED } from "~/lib/data/import-messages";
import { isLocked } from "~/lib/indices/locked-index";
import type { RowProblem } from "../types";
import { quoted } from "../shape/values.server";

/** A document on its way: `row` is its number in the file. */
export type BulkRow = { row: number; line: number; raw: Buffer; id: string; source: string };

/** The NDJSON body of a bulk call that stores these documents under their ids. The index is in the path. */
export function bulkBody(rows: BulkRow[]): string {
  let body = "";
  for (const row of rows) body += `{"index":{"_id":${JSON.stringify(row.id)}}}\n${row.source}\n`;
  return body;
}

const itemSchema = z.object({
  status: z.number(),
  result: z.string().optional(),
  error: z
    .union([
      z.string(),
      z.object({ type: z.string().optional(), reason: z.string().nullish(), caused_by: z.unknown().optional() }),
    ])
    .optional(),
});
const replySchema = z.object({ errors: z.boolean().optional(), items: z.array(z.record(z.string(), itemSchema)) });
const causeSchema = z.object({ type: z.string().optional(), reason: z.string().nullish() });

export type BulkOutcome =
  | { kind: "created" | "updated" }
  | { kind: "failed"; problem: RowProblem }
  /**
   * The server is busy, its disk is full, or the index takes no writes, as at the end of a re-index: the row may be
   * sent again.
   */
  | { kind: "again"; full?: true; locked?: true }
  /** Nothing of this index will go through until somebody acts. */
  | { kind: "stop"; reason: string };

/** Reads the reply of a bulk call, one outcome per row in the order sent. Null when the text is no such reply. */
export function readBulkReply({ text, rows }: { text: string; rows: number }): BulkOutcome[] | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  const reply = replySchema.safeParse(value);
  if (!reply.success || reply.data.items.length !== rows) return null;
  return reply.data.items.map((entry) => outcome(Object.values(entry)[0]));
}

function outcome(item: z.infer<typeof itemSchema> | undefined): BulkOutcome {
  if (!item) return { kind: "again" };
  if (item.status < 300) return { kind: item.result === "updated" ? "updated" : "created" };
  const error = typeof item.error === "string" ? { reason: item.error } : (item.error ?? {});
  const type = "type" in error ? (error.type ?? "") : "";
  const reason = error.reason ?? "";
  if (isDiskFull(reason)) return { kind: "again", full: true };
  if (isLocked(reason)) return { kind: "again", locked: true };
  const stop = stopReasons[type];
  if (stop !== undefined) return { kind: "stop", reason: stop };
  if (item.status === 429 || item.status >= 500) return { kind: "again" };
  const cause = "caused_by" in error ? causeSchema.safeParse(error.caused_by) : null;
  return {
    kind: "failed",
    problem: plainReason({ type, reason, cause: cause?.success ? (cause.data.reason ?? "") : "" }),
  };
}

/**
 * Whether a refusal says that the disk is full: block 12, which Elasticsearch and our own engine take away by
 * themselves once there is room (403 up to Elasticsearch 7.8, 429 since).
 */
export function isDiskFull(reason: string): boolean {
  return /\/12\/|flood-stage watermark/.test(reason);
}

/** Why an import stops at an index that stays locked. */
export const LOCKED =
  "The server takes no writes to this index at the moment: it is locked by its settings (index.blocks). What was stored stays; resume once it is unlocked.";

const stopReasons: Record<string, string> = {
  index_not_found_exception: "The index is gone and the server does not make it again by itself.",
  index_closed_exception: INDEX_CLOSED,
  cluster_block_exception: LOCKED,
};

const wanted: Record<string, string> = {
  long: "is not a whole number",
  integer: "is not a whole number",
  short: "is not a whole number",
  byte: "is not a whole number",
  double: "is not a number",
  float: "is not a number",
  half_float: "is not a number",
  scaled_float: "is not a number",
  boolean: "is neither true nor false",
  date: "is not a date this field takes",
  geo_point: "is not a geo point (latitude, longitude)",
  ip: "is not an IP address",
  text: "is not a text",
  keyword: "is not a text",
};

/** The engine's reason for refusing a row in plain words: the field, and what is wrong with its value. */
export function plainReason({ type, reason, cause }: { type: string; reason: string; cause: string }): RowProblem {
  const parse =
    /failed to parse field \[([^\]]+)\] of type \[([^\]]+)\](?:.*Preview of field's value: '([\s\S]*)')?/.exec(reason);
  if (parse) {
    const value = parse[3] ?? /For input string: "([\s\S]*?)"/.exec(cause)?.[1];
    const words = wanted[parse[2] ?? ""] ?? `does not fit the type ${parse[2]}`;
    const range = /out of range/.exec(cause) ? "is too large for its type" : words;
    const bounds =
      /(latitude|longitude) value ([-\d.]+)/.exec(cause) ??
      /illegal (latitude|longitude) value \[([^\]]+)\]/.exec(cause);
    if (bounds) return { field: parse[1] ?? null, reason: `${bounds[1]} ${bounds[2]} is out of range` };
    return { field: parse[1] ?? null, reason: value === undefined ? range : `${quoted(value)} ${range}` };
  }
  const object =
    /object mapping for \[([^\]]+)\] tried to parse field \[[^\]]*\] as object, but found a concrete value/.exec(
      reason,
    );
  if (object) return { field: object[1] ?? null, reason: "is an object in this index, but the row has a plain value" };
  const limit = /Limit of total fields \[(\d+)\]/.exec(reason);
  if (limit) return { field: null, reason: `the index would have more than ${limit[1]} fields, its limit` };
  const immense = /immense term in field="([^"]+)"/.exec(`${reason} ${cause}`);
  if (immense) return { field: immense[1] ?? null, reason: "is longer than 32,766 bytes, the limit for a keyword" };
  if (type === "strict_dynamic_mapping_exception") {
    const name = /introduction of \[([^\]]+)\]/.exec(reason)?.[1] ?? null;
    return { field: name, reason: "is not in the mapping, and this index takes no new fields" };
  }
  const text = reason === "" || reason === "failed to parse" ? cause || reason || type : reason;
  return { field: null, reason: text === "" ? "refused by the server without a reason" : text.slice(0, 500) };
}
