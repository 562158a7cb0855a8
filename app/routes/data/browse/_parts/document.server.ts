import type { Current, Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { documentIdOf, documentPath } from "~/navigation/document-paths";
import { getDocument, requireDocument, type StoredDocument } from "~/services/data/documents/get.server";
import type { DocumentRef } from "~/services/data/documents/document-ref";
import { nameOfDocument } from "~/services/data/documents/name.server";
import { toCreateDocument, toDeleteDocument, toSaveDocument } from "~/services/data/documents/write.server";
import { indexOf } from "~/services/indices/get.server";
import type { Scope } from "~/session/scope.server";
import { takeFields } from "./fields.server";

/** The document that an address names. */
export function documentRef(request: Request, scope: Scope): DocumentRef {
  const { pathname, searchParams } = new URL(request.url);
  return { index: indexOf(scope), id: documentIdOf(pathname), routing: searchParams.get("routing") ?? undefined };
}

const currentOf = ({ source, seqNo, primaryTerm }: StoredDocument): Current => ({
  text: source,
  version: `${seqNo}/${primaryTerm}`,
});

function versionOf(version: string) {
  const [seqNo, primaryTerm] = version.split("/").map(Number);
  // Of no document: the engine answers 409, and the page shows what is stored.
  return {
    seqNo: Number.isInteger(seqNo) ? (seqNo ?? 0) : 0,
    primaryTerm: Number.isInteger(primaryTerm) ? Math.max(1, primaryTerm ?? 1) : 1,
  };
}

/** A document, as the editor changes one. */
export const documents: Editable<DocumentRef> = {
  noun: "document",
  pathOf: (scope, ref, page, query) => documentPath(scope, ref, page, query),
  async read(scope, ref) {
    const found = await getDocument(scope, ref);
    return found && currentOf(found);
  },
  require: async (scope, ref) => currentOf(await requireDocument(scope, ref)),
  toSave: (ref, { text, version, before }) =>
    toSaveDocument({ ...ref, version: versionOf(version), source: text, before }),
  toCreate: (ref, text) => toCreateDocument({ ...ref, source: text }),
  toRemove: (ref, { text, version }) => toDeleteDocument({ ...ref, version: versionOf(version), source: text }),
  nameOf: nameOfDocument,
};

/** The pages that change a document as text. */
export const documentPages = editorPages({
  right: "develop",
  editable: documents,
  refOf: ({ request, scope }) => documentRef(request, scope),
  step: ({ scope, ref }, form) => takeFields(scope, { index: ref.index, form }),
});
