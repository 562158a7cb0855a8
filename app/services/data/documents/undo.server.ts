import * as z from "zod";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { getDocument, type StoredDocument } from "./get.server";
import { documentKey, keptDocument, type Restored, storedKeys, toRestoreDocuments } from "./restore-many.server";
import { toCreateDocument, toDeleteDocument, toSaveDocument } from "./write.server";

const ref = z.object({ index: z.string(), id: z.string(), routing: z.string().optional() });
const version = z.object({ seqNo: z.number(), primaryTerm: z.number() });

function changedSince(
  stored: StoredDocument | undefined,
  { seqNo, primaryTerm }: z.output<typeof version>,
): string | null {
  if (stored === undefined) return "The document has been deleted since, so there is nothing to undo.";
  return stored.seqNo === seqNo && stored.primaryTerm === primaryTerm
    ? null
    : "The document has been changed since. Undo would overwrite that change, so it is off.";
}

const restoreDocument = undoKind(ref.extend({ source: z.string() }), async (scope, value) => {
  const stored = await getDocument(scope, value);
  const note =
    stored === undefined
      ? "The document is still deleted."
      : "There is a document with this ID again. Undo would overwrite it, so it is off.";
  return { ready: stored === undefined, note, change: { ...toCreateDocument(value), verb: "restore" } };
});

const restoreDocuments = undoKind(
  z.object({ index: z.string(), documents: z.array(keptDocument) }),
  async (scope, { index, documents }) => {
    const stored = await storedKeys(scope, { index, documents });
    const missing = documents.filter((one) => !stored.has(documentKey(one)));
    const made = documents.length - missing.length;
    const note =
      missing.length === 0
        ? "There are documents with all of these IDs again. Undo would overwrite them, so it is off."
        : `${countOf(missing.length, "document")} ${missing.length === 1 ? "is" : "are"} still deleted.${made === 0 ? "" : ` ${existAgain(made)}`}`;
    return {
      ready: missing.length > 0,
      note,
      change: toRestoreDocuments({ index, documents: missing.length > 0 ? missing : documents }),
      told: ({ restored, taken }: Restored) =>
        `${countOf(restored, "document")} restored.${made + taken === 0 ? "" : ` ${existAgain(made + taken)}`}`,
    };
  },
);

const existAgain = (count: number) =>
  count === 1
    ? "A document with the ID of one exists again and stays as it is."
    : `Documents with the IDs of ${formatNumber(count)} exist again and stay as they are.`;

const saveDocument = undoKind(ref.extend({ source: z.string(), version }), async (scope, value) => {
  const stored = await getDocument(scope, value);
  const why = changedSince(stored, value.version);
  return { ready: why === null, note: why ?? notChanged, change: toSaveDocument({ ...value, before: stored?.source }) };
});

const deleteDocument = undoKind(ref.extend({ version }), async (scope, value) => {
  const stored = await getDocument(scope, value);
  const why = changedSince(stored, value.version);
  return {
    ready: why === null,
    note: why ?? notChanged,
    change: toDeleteDocument({ ...value, source: stored?.source ?? "{}" }),
  };
});

/** The ways back of changes to documents. */
export const documentUndoKinds: UndoKinds = {
  "restore-document": restoreDocument,
  "restore-documents": restoreDocuments,
  "save-document": saveDocument,
  "delete-document": deleteDocument,
};
