import * as z from "zod";
import { isPlainId } from "~/lib/ids";
import type { Scope } from "~/session/scope.server";
import type { BackendAnswer, CallOptions } from "~/services/http/client.server";
import { apiPath } from "~/services/http/path";
import type { DocumentRef, DocumentVersion } from "./get.server";
import { writeByBody } from "./one-by-body.server";

type Bound = Pick<Scope, "http">;

const savedSchema = z.object({ _id: z.string() });
const contentType = "application/json";

type Written = Pick<BackendAnswer, "failed"> & { id: string };

async function writeByPath({ http }: Bound, options: CallOptions): Promise<Written> {
  const { body, failed } = await http.send(options);
  const saved = savedSchema.safeParse(body);
  if (!saved.success) throw failed("malformed");
  return { id: saved.data._id, failed };
}

/** What was written must be what was asked for; where it is not, nobody may think that all went well. */
function requireSame(asked: string, { id, failed }: Written) {
  if (id !== asked) throw failed("other-document", { detail: `asked for “${asked}”, answered for “${id}”` });
}

const versionQuery = (version: DocumentVersion) => ({ if_seq_no: version.seqNo, if_primary_term: version.primaryTerm });

/** Stores the text as it is, if nobody changed the document since `version`. Throws BackendError: 409 when somebody did, 400 when it does not fit the mapping. */
export async function saveDocument(scope: Bound, { version, source, ...ref }: DocumentRef & { version: DocumentVersion; source: string }) {
  const { index, id, routing } = ref;
  const query = { ...versionQuery(version), routing, refresh: "wait_for" };
  const byPath = () => writeByPath(scope, { method: "PUT", path: apiPath`/${index}/_doc/${id}`, query, body: source, contentType });
  requireSame(id, await (isPlainId(id) ? byPath() : writeByBody(scope, "index", { ...ref, version, source })));
}

/** Adds a document and returns its id; without `id` the engine makes one. Throws BackendError: 409 when the id is taken. */
export async function createDocument(
  scope: Bound,
  { index, id, routing, source }: { index: string; id?: string | undefined; routing?: string | undefined; source: string },
) {
  const sent = { method: "POST" as const, query: { routing, refresh: "wait_for" }, body: source, contentType };
  if (id === undefined) return (await writeByPath(scope, { ...sent, path: apiPath`/${index}/_doc` })).id;
  requireSame(
    id,
    await (isPlainId(id)
      ? writeByPath(scope, { ...sent, path: apiPath`/${index}/_create/${id}` })
      : writeByBody(scope, "create", { index, id, routing, source })),
  );
  return id;
}

/** Deletes one document, with `version` only if nobody changed it since. Throws BackendError: 404, 409. */
export async function deleteDocument(scope: Bound, { version, ...ref }: DocumentRef & { version: DocumentVersion }) {
  const { index, id, routing } = ref;
  const query = { ...versionQuery(version), routing, refresh: "wait_for" };
  requireSame(
    id,
    await (isPlainId(id)
      ? writeByPath(scope, { method: "DELETE", path: apiPath`/${index}/_doc/${id}`, query })
      : writeByBody(scope, "delete", { ...ref, version })),
  );
}

const byQuerySchema = z.object({ deleted: z.number(), version_conflicts: z.number().default(0), failures: z.array(z.unknown()).default([]) });
const BY_QUERY_MS = 10 * 60_000;

/** Deletes what matches a query; documents that somebody changes meanwhile are left. Returns how many went and how many did not. Throws BackendError. */
export async function deleteByQuery({ http }: Bound, { index, query }: { index: string; query: unknown }) {
  const answer = await http.call({
    method: "POST",
    path: apiPath`/${index}/_delete_by_query`,
    query: { wait_for_completion: true, scroll_size: 1000, conflicts: "proceed", refresh: true },
    json: { query },
    timeout: BY_QUERY_MS,
    schema: byQuerySchema,
  });
  return { deleted: answer.deleted, left: answer.version_conflicts + answer.failures.length };
}
