import type { JsonValue } from "@common/text/json";
import * as z from "zod";
import { isPlainId, shownId } from "~/lib/address/ids";
import { countOf } from "~/lib/values/numbers";
import type { Change, ChangeRequest } from "~/services/platform/changes/types";
import type { BackendAnswer } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import { getDocument } from "./get.server";
import type { DocumentRef, DocumentVersion } from "./document-ref";
import { nameOfDocument } from "./name.server";
import { bodyRequest, readItem } from "./one-by-body.server";
import { documentKey, type KeptDocument, storedKeys } from "./restore-many.server";

/** Which document was written, and its version where the server says it. */
export type Written = { id: string; version: DocumentVersion | null };

const writtenSchema = z
  .object({ _id: z.string(), _seq_no: z.number().optional(), _primary_term: z.number().optional() })
  .transform(({ _id, _seq_no, _primary_term }): Written => ({
    id: _id,
    version:
      _seq_no === undefined || _primary_term === undefined ? null : { seqNo: _seq_no, primaryTerm: _primary_term },
  }));

type Operation = "index" | "create" | "delete";
type Write = DocumentRef & { version?: DocumentVersion; source?: string };

const methods = { index: "PUT", create: "POST", delete: "DELETE" } as const;
const versionQuery = (version: DocumentVersion) => ({ if_seq_no: version.seqNo, if_primary_term: version.primaryTerm });

/** An id that is not plain would not get through every server's routing as part of a path. */
function requestFor(operation: Operation, write: Write): ChangeRequest {
  const { index, id, routing, version, source } = write;
  if (!isPlainId(id)) return bodyRequest(operation, write);
  const path = operation === "create" ? apiPath`/${index}/_create/${id}` : apiPath`/${index}/_doc/${id}`;
  const query = { ...(version ? versionQuery(version) : {}), routing, refresh: "wait_for" };
  return {
    method: methods[operation],
    path,
    query,
    ...(source === undefined ? {} : { body: source, contentType: "application/json" }),
  };
}

/** What was written must be what was asked for; where it is not, nobody may think that all went well. */
function readWritten(operation: Operation, { id: asked }: { id: string }) {
  return (answer: BackendAnswer): Written => {
    const found = writtenSchema.safeParse(isPlainId(asked) ? answer.body : readItem(operation, answer));
    if (!found.success) throw answer.failed("malformed");
    const { id } = found.data;
    if (id !== asked) throw answer.failed("other-document", { detail: `asked for “${asked}”, answered for “${id}”` });
    return found.data;
  };
}

/** In the log a document is called as on its page: by the title of what was stored, else by its ID. */
const documentResource = ({ index, id, routing }: DocumentRef, source: string) => ({
  kind: "document",
  id,
  name: `${index} · ${nameOfDocument({ id }, source)}`,
  index,
  routing,
});
const common = { noun: "document", right: "documents:write" } as const;

/** Without `undefined`, which no JSON holds. */
const refValue = ({ index, id, routing }: DocumentRef) => ({
  index,
  id,
  ...(routing === undefined ? {} : { routing }),
});
const versionValue = ({ seqNo, primaryTerm }: DocumentVersion): JsonValue => ({ seqNo, primaryTerm });

/**
 * Stores the text as it is, if nobody changed the document since `version`: 409 when somebody did, 400 when it does not
 * fit the mapping. `before` is what is stored now, for the log and the way back.
 */
export function toSaveDocument({
  version,
  source,
  before,
  ...ref
}: DocumentRef & { version: DocumentVersion; source: string; before?: string | null | undefined }): Change<Written> {
  const old = before ?? undefined;
  return {
    ...common,
    resource: documentResource(ref, source),
    verb: "update",
    request: requestFor("index", { ...ref, version, source }),
    read: readWritten("index", ref),
    ...(old === undefined ? {} : { before: old }),
    after: source,
    undo: ({ version: saved }) =>
      old === undefined || saved === null
        ? undefined
        : { kind: "save-document", value: { ...refValue(ref), source: old, version: versionValue(saved) } },
  };
}

/** Adds a document; without `id` the engine generates one: 409 when the id is taken. */
export function toCreateDocument({
  index,
  id,
  routing,
  source,
}: Omit<DocumentRef, "id"> & { id?: string | undefined; source: string }): Change<Written> {
  const made = { index, id: id ?? "", routing };
  return {
    ...common,
    resource: documentResource(made, source),
    verb: "add",
    request:
      id === undefined
        ? {
            method: "POST",
            path: apiPath`/${index}/_doc`,
            query: { routing, refresh: "wait_for" },
            body: source,
            contentType: "application/json",
          }
        : requestFor("create", { ...made, source }),
    read: id === undefined ? readNew : readWritten("create", made),
    after: source,
    // Whether it is there: what a pipeline makes of it, or hides of it, is as it should be.
    stored: async (http, { id: stored }) =>
      (await getDocument({ http }, { index, id: stored, routing })) ? source : null,
    summary: (written) => (id === undefined ? shownId(written.id) : undefined),
    undo: (written) =>
      written.version === null
        ? undefined
        : {
            kind: "delete-document",
            value: { ...refValue({ ...made, id: written.id }), version: versionValue(written.version) },
          },
  };
}

function readNew({ body, failed }: BackendAnswer): Written {
  const found = writtenSchema.safeParse(body);
  if (!found.success) throw failed("malformed");
  return found.data;
}

/**
 * Deletes one document, if nobody changed it since `version`: 404, 409. `source` is what is deleted, for the log and
 * the way back.
 */
export function toDeleteDocument({
  version,
  source,
  ...ref
}: DocumentRef & { version: DocumentVersion; source: string }): Change<Written> {
  return {
    ...common,
    resource: documentResource(ref, source),
    verb: "delete",
    request: requestFor("delete", { ...ref, version }),
    read: readWritten("delete", ref),
    before: source,
    undo: () => ({ kind: "restore-document", value: { ...refValue(ref), source } }),
  };
}

const byQuerySchema = z.object({
  deleted: z.number(),
  version_conflicts: z.number().default(0),
  failures: z.array(z.unknown()).default([]),
});
const BY_QUERY_MS = 10 * 60_000;

type DeleteByQuery = {
  index: string;
  query: JsonValue;
  /** All that match, as they are stored, where they can be restored. */ kept?: KeptDocument[] | undefined;
};

/** `kept`: what went and can be restored. */
type DeletedByQuery = { deleted: number; left: number; kept: KeptDocument[] | undefined };

function readDeleted({ body, failed }: BackendAnswer) {
  const found = byQuerySchema.safeParse(body);
  if (!found.success) throw failed("malformed");
  return { deleted: found.data.deleted, left: found.data.version_conflicts + found.data.failures.length };
}

/**
 * Deletes what matches a query; documents that somebody changes meanwhile are left. Tells how many went and how many
 * did not.
 */
export function toDeleteByQuery({ index, query, kept }: DeleteByQuery): Change<DeletedByQuery> {
  const request: ChangeRequest = {
    method: "POST",
    path: apiPath`/${index}/_delete_by_query`,
    query: { wait_for_completion: true, scroll_size: 1000, conflicts: "proceed", refresh: true },
    json: { query },
    timeout: BY_QUERY_MS,
  };
  return {
    ...common,
    noun: "documents",
    resource: { kind: "document", id: "", name: index, index },
    verb: "delete",
    request,
    read: (answer) => ({ ...readDeleted(answer), kept }),
    async call(http) {
      const done = readDeleted(await http.send(request));
      if (done.left === 0 || kept === undefined) return { ...done, kept };
      // What is left is not restored. Where that cannot be asked the undo finds it.
      const still = await settle(storedKeys({ http }, { index, documents: kept }));
      return { ...done, kept: still.ok ? kept.filter((one) => !still.value.has(documentKey(one))) : kept };
    },
    undo: ({ deleted, kept }) =>
      kept === undefined || deleted === 0
        ? undefined
        : { kind: "restore-documents", value: { index, documents: kept } },
    summary: ({ deleted, left }) =>
      `${countOf(deleted, "document")}${left === 0 ? "" : `, ${countOf(left, "document")} left`}`,
  };
}
