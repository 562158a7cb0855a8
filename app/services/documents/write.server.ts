import * as z from "zod";
import type { Scope } from "~/scope.server";
import { apiPath } from "~/services/http/path";
import type { DocumentRef, DocumentVersion } from "./get.server";

type Bound = Pick<Scope, "http">;

const savedSchema = z.object({ _id: z.string() });
const contentType = "application/json";

const versionQuery = (version: DocumentVersion) => ({ if_seq_no: version.seqNo, if_primary_term: version.primaryTerm });

/** Stores the text as it is, if nobody changed the document since `version`. Throws BackendError: 409 when somebody did, 400 when it does not fit the mapping. */
export async function saveDocument({ http }: Bound, { index, id, routing, version, source }: DocumentRef & { version: DocumentVersion; source: string }) {
  await http.call({ method: "PUT", path: apiPath`/${index}/_doc/${id}`, query: { ...versionQuery(version), routing, refresh: "wait_for" }, body: source, contentType, schema: savedSchema });
}

/** Adds a document and returns its id; without `id` the engine makes one. Throws BackendError: 409 when the id is taken. */
export async function createDocument({ http }: Bound, { index, id, routing, source }: { index: string; id?: string | undefined; routing?: string | undefined; source: string }) {
  const path = id === undefined ? apiPath`/${index}/_doc` : apiPath`/${index}/_create/${id}`;
  const saved = await http.call({ method: "POST", path, query: { routing, refresh: "wait_for" }, body: source, contentType, schema: savedSchema });
  return saved._id;
}

/** Deletes one document, with `version` only if nobody changed it since. Throws BackendError: 404, 409. */
export async function deleteDocument({ http }: Bound, { index, id, routing, version }: DocumentRef & { version: DocumentVersion }) {
  await http.call({ method: "DELETE", path: apiPath`/${index}/_doc/${id}`, query: { ...versionQuery(version), routing, refresh: "wait_for" }, schema: z.unknown() });
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
