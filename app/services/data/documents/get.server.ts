import * as z from "zod";
import { isPlainId, shownId } from "~/lib/address/ids";
import type { Scope } from "~/session/scope.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import { readByBody, readByBodyRequest } from "./one-by-body.server";
import { rawSources } from "./raw-source.server";
import { searchDocuments } from "./search.server";
import type { DocumentRef, DocumentVersion } from "./document-ref";

export type StoredDocument = DocumentVersion & {
  id: string;
  index: string;
  version: number;
  routing: string | null;
  /** The JSON text as it is stored. */ source: string;
};

const answerSchema = z.object({
  found: z.boolean().default(true),
  _index: z.string(),
  _id: z.string(),
  _version: z.number().default(0),
  _seq_no: z.number().default(-1),
  _primary_term: z.number().default(0),
  _routing: z.string().nullish(),
});

/**
 * One document with its source as stored, digit for digit. Undefined where it does not exist, or no longer. Throws
 * BackendError, also when the server answers with another document.
 */
export async function getDocument(scope: Pick<Scope, "http">, ref: DocumentRef): Promise<StoredDocument | undefined> {
  const found = await readDocument(scope, ref);
  if (found !== undefined || ref.routing !== undefined) return found;
  // A link may have come without the routing value that the document was stored with; a search finds it all the same.
  const routing = await findRouting(scope, ref);
  return routing === undefined ? undefined : readDocument(scope, { ...ref, routing });
}

const plainRequest = ({ index, id, routing }: DocumentRef) => ({
  method: "GET" as const,
  path: apiPath`/${index}/_doc/${id}`,
  query: { routing },
});

/** The call that reads a document, to be shown. */
export const readRequest = (ref: DocumentRef) => (isPlainId(ref.id) ? plainRequest(ref) : readByBodyRequest(ref));

async function readDocument(scope: Pick<Scope, "http">, ref: DocumentRef): Promise<StoredDocument | undefined> {
  const { id } = ref;
  const plain = isPlainId(id);
  try {
    const { body, text, failed } = plain ? await scope.http.send(plainRequest(ref)) : await readByBody(scope, ref);
    const parsed = answerSchema.safeParse(body);
    // A proxy's page is no word about the document.
    if (!parsed.success) throw failed("malformed");
    const { found, _index, _id, _version, _seq_no, _primary_term, _routing } = parsed.data;
    if (_id !== id) throw failed("other-document", { detail: `asked for “${id}”, answered for “${_id}”` });
    if (!found) return undefined;
    return {
      id,
      index: _index,
      version: _version,
      seqNo: _seq_no,
      primaryTerm: _primary_term,
      routing: _routing ?? null,
      source: rawSources(text, plain ? 1 : 2)[0] ?? "{}",
    };
  } catch (error) {
    // Without the index the answer is a 404 too, and says so.
    if (isBackendError(error, 404) && !/no such index|index_not_found/.test(error.failure.detail ?? ""))
      return undefined;
    throw error;
  }
}

async function findRouting(scope: Pick<Scope, "http">, { index, id }: DocumentRef): Promise<string | undefined> {
  const searched = await settle(
    searchDocuments(scope, { index, body: { query: { ids: { values: [id] } }, size: 1, _source: false } }),
  );
  const [hit] = searched.ok ? searched.value.hits : [];
  return hit?.id === id ? (hit.routing ?? undefined) : undefined;
}

/** The document, or the 404 of the frame. */
export async function requireDocument(
  scope: Pick<Scope, "http" | "context">,
  ref: DocumentRef,
): Promise<StoredDocument> {
  const found = await getDocument(scope, ref);
  if (found) return found;
  const { requestId } = scope.context;
  const detail = `There is no document with the ID ${shownId(ref.id)} in ${ref.index}. It may have been deleted.`;
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: "GET",
      path: `/${ref.index}/_doc/${encodeURIComponent(ref.id)}`,
      requestId,
      detail,
    },
  });
}
