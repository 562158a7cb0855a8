import * as z from "zod";
import type { Scope } from "~/scope.server";
import { BackendError, isBackendError } from "~/services/http/errors.server";
import { apiPath } from "~/services/http/path";
import { rawSources } from "./raw-source.server";

/** Which document: its index, its id, and the routing value where it was stored with one. */
export type DocumentRef = { index: string; id: string; routing?: string | undefined };

/** The version of a document as the engine counts it; sent back with a save so that nobody's change is overwritten unseen. */
export type DocumentVersion = { seqNo: number; primaryTerm: number };

export type StoredDocument = DocumentVersion & { id: string; index: string; version: number; routing: string | null; /** The JSON text as it is stored. */ source: string };

const answerSchema = z.object({
  found: z.boolean().default(true),
  _index: z.string(),
  _id: z.string(),
  _version: z.number().default(0),
  _seq_no: z.number().default(-1),
  _primary_term: z.number().default(0),
  _routing: z.string().nullish(),
});

/** One document with its source as stored, digit for digit. Undefined where there is none (any more). Throws BackendError. */
export async function getDocument({ http }: Pick<Scope, "http">, { index, id, routing }: DocumentRef): Promise<StoredDocument | undefined> {
  const path = apiPath`/${index}/_doc/${id}`;
  try {
    const { body, text, failed } = await http.send({ path, query: { routing } });
    const parsed = answerSchema.safeParse(body);
    // A proxy's page is no word about the document.
    if (!parsed.success) throw failed("malformed");
    if (!parsed.data.found) return undefined;
    const { _index, _id, _version, _seq_no, _primary_term, _routing } = parsed.data;
    return { id: _id, index: _index, version: _version, seqNo: _seq_no, primaryTerm: _primary_term, routing: _routing ?? null, source: rawSources(text, 1)[0] ?? "{}" };
  } catch (error) {
    // Without the index the answer is a 404 too, and says so.
    if (isBackendError(error, 404) && !/no such index|index_not_found/.test(error.failure.detail ?? "")) return undefined;
    throw error;
  }
}

/** The document, or the 404 of the frame. */
export async function requireDocument(scope: Pick<Scope, "http" | "context">, ref: DocumentRef): Promise<StoredDocument> {
  const found = await getDocument(scope, ref);
  if (found) return found;
  const { requestId } = scope.context;
  const detail = `There is no document with the id ${ref.id} in ${ref.index}. It may have been deleted.`;
  throw new BackendError({ failure: { kind: "status", status: 404, method: "GET", path: apiPath`/${ref.index}/_doc/${ref.id}`, requestId, detail } });
}
