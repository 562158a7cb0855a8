import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import type { ChangeRequest } from "~/services/platform/changes/types";
import type { BackendAnswer } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import type { DocumentRef, DocumentVersion } from "./document-ref";

// One document by calls whose path holds no id: ids that are not plain (`lib/address/ids`) would not get through every
// server's routing.

type Bound = Pick<Scope, "http">;

/** The call that reads one document, its id in the body. */
export function readByBodyRequest({ index, id, routing }: DocumentRef) {
  const doc = { _id: id, ...(routing === undefined ? {} : { routing }) };
  return { method: "POST" as const, path: apiPath`/${index}/_mget`, json: { docs: [doc] } };
}

/**
 * Reads one document, not yet refreshed ones included. Returns what `GET _doc` would answer, and the text that it is
 * part of.
 */
export async function readByBody({ http }: Bound, ref: DocumentRef) {
  const answer = await http.send(readByBodyRequest(ref));
  const parsed = z
    .object({ docs: z.tuple([z.looseObject({ error: z.object({ reason: z.string().optional() }).optional() })]) })
    .safeParse(answer.body);
  if (!parsed.success) throw answer.failed("malformed");
  const [body] = parsed.data.docs;
  // An index that is not there is told for each document, with a 200 around it.
  if (body.error !== undefined) throw answer.failed("status", { status: 404, detail: body.error.reason });
  return { body, text: answer.text, failed: answer.failed };
}

const errorSchema = z.union([
  z.string(),
  z.object({ reason: z.string().nullish() }).transform(({ reason }) => reason ?? ""),
]);
const itemSchema = z.object({
  _id: z.string(),
  status: z.number(),
  error: errorSchema.optional(),
  _seq_no: z.number().optional(),
  _primary_term: z.number().optional(),
});
const bulkSchema = z.object({ items: z.tuple([z.record(z.string(), itemSchema)]) });

type Write = DocumentRef & { version?: DocumentVersion; source?: string };

/** The call that writes one document, its id in the body. */
export function bodyRequest(
  operation: "index" | "create" | "delete",
  { index, id, routing, version, source }: Write,
): ChangeRequest {
  const meta = {
    _id: id,
    ...(routing === undefined ? {} : { routing }),
    ...(version === undefined ? {} : { if_seq_no: version.seqNo, if_primary_term: version.primaryTerm }),
  };
  // Line breaks stand only between the parts of a JSON text, never in one: a space does as well.
  const lines = [
    JSON.stringify({ [operation]: meta }),
    ...(source === undefined ? [] : [source.replace(/[\r\n]+/g, " ")]),
  ];
  return {
    method: "POST",
    path: apiPath`/${index}/_bulk`,
    query: { refresh: "wait_for" },
    body: `${lines.join("\n")}\n`,
    contentType: "application/x-ndjson",
  };
}

/** The one item of the answer to it. Throws BackendError with the status of the document itself: 404, 409, 400. */
export function readItem(operation: "index" | "create" | "delete", answer: BackendAnswer): z.output<typeof itemSchema> {
  const item = bulkSchema.safeParse(answer.body).data?.items[0][operation];
  if (item === undefined) throw answer.failed("malformed");
  if (item.status === 404 && item.error === undefined)
    throw answer.failed("status", {
      status: 404,
      detail: `There is no document with the ID ${item._id}. It may have been deleted.`,
    });
  if (item.status >= 300)
    throw answer.failed("status", { status: item.status, detail: item.error === "" ? undefined : item.error });
  return item;
}
