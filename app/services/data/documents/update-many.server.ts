import type { JsonObject, JsonValue } from "@common/text/json";
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { type Edited, editField } from "~/lib/data/documents/field-edit.server";
import { editLabel, type FieldEdit } from "~/lib/data/documents/field-edits";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { readBulkReply } from "~/services/data/import/send/bulk.server";
import { type RawHit, searchRawDocuments } from "./search.server";

const withValue = { field: z.string(), value: z.string() };
/** An edit as a job keeps it. */
export const fieldEdit: z.ZodType<FieldEdit> = z.discriminatedUnion("operation", [
  z.object({ operation: z.literal("set"), ...withValue }),
  z.object({ operation: z.literal("append"), ...withValue }),
  z.object({ operation: z.literal("rename"), field: z.string(), name: z.string() }),
  z.object({ operation: z.literal("remove"), field: z.string() }),
]);

/** Documents that are edited before others get their turn. */
const SLICE = 50;
const TIMEOUT = 2 * 60_000;

type PageOptions = {
  index: string;
  query: JsonValue;
  size: number;
  /** The id of the last one before. */ after: string | null;
};

/** Documents to be edited, in the order of their ids. Throws BackendError. */
export async function pageToEdit(http: BackendClient, { index, query, size, after }: PageOptions) {
  const body: JsonObject = {
    query,
    size,
    sort: [{ _id: "asc" }],
    seq_no_primary_term: true,
    track_total_hits: false,
    ...(after === null ? {} : { search_after: [after] }),
  };
  return searchRawDocuments({ http }, { index, body });
}

export type Refused = { id: string; reason: string };
type Write = { hit: RawHit; text: string };

/** Edits documents, giving way to others between; what changes nothing is left out. */
export async function editAll(hits: readonly RawHit[], edit: FieldEdit) {
  const writes: Write[] = [];
  const refused: Refused[] = [];
  for (const [at, hit] of hits.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    const edited: Edited = editField(hit.raw, edit);
    if ("refused" in edited) refused.push({ id: hit.id, reason: edited.refused });
    else if ("text" in edited) writes.push({ hit, text: edited.text });
  }
  return { writes, refused };
}

/**
 * The lines that store one document, if nobody changed it since it was read. Line breaks stand only between the parts
 * of a JSON text: a space does as well.
 */
function linesOf({ hit: { id, routing, version }, text }: Write) {
  const since = version === null ? {} : { if_seq_no: version.seqNo, if_primary_term: version.primaryTerm };
  return `${JSON.stringify({ index: { _id: id, ...(routing === null ? {} : { routing }), ...since } })}\n${text.replace(/[\r\n]+/g, " ")}\n`;
}

export const requestOf = ({ index, writes }: { index: string; writes: readonly Write[] }) => ({
  method: "POST" as const,
  path: apiPath`/${index}/_bulk`,
  query: { refresh: true },
  body: writes.map(linesOf).join(""),
  contentType: "application/x-ndjson",
  timeout: TIMEOUT,
});

/**
 * Stores edited documents. Throws BackendError: 429 where the server is too busy for some of them, so that all of them
 * are tried again.
 */
export async function storeEdited(
  http: BackendClient,
  options: { index: string; writes: readonly Write[] },
): Promise<{ updated: number; refused: Refused[] }> {
  const { writes } = options;
  if (writes.length === 0) return { updated: 0, refused: [] };
  const answer = await http.send(requestOf(options));
  const outcomes = readBulkReply({ text: answer.text, rows: writes.length });
  if (outcomes === null) throw answer.failed("malformed");
  const refused: Refused[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    const id = writes[at]?.hit.id ?? "";
    if (outcome.kind === "again") throw answer.failed("status", { status: 429 });
    if (outcome.kind === "stop") throw answer.failed("status", { status: 403, detail: outcome.reason });
    if (outcome.kind === "failed")
      refused.push({ id, reason: [outcome.problem.field, outcome.problem.reason].filter(Boolean).join(" ") });
  }
  return { updated: writes.length - refused.length, refused };
}

/** The change that many edits are; its calls are those of the job. */
export function toUpdateMany({
  index,
  edit,
  writes,
}: {
  index: string;
  edit: FieldEdit;
  writes: readonly Write[];
}): Change<void> {
  return {
    noun: "documents",
    right: "documents:write",
    resource: { kind: "document", id: "", name: index, index },
    verb: "update",
    request: requestOf({ index, writes }),
    read: () => undefined,
    summary: () => editLabel(edit),
  };
}
