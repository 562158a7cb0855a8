import * as z from "zod";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { currentStoredQuery, toCreateStoredQuery, toDeleteStoredQuery, toSaveStoredQuery } from "./write.server";

const storedQueryRef = z.object({ id: z.string(), version: z.string() });

function queryChangedSince(stored: { version: string } | undefined, version: string): string {
  if (stored === undefined) return "The stored query has been deleted since, so there is nothing to undo.";
  return stored.version === version
    ? notChanged
    : "The stored query has been changed since. Undo would overwrite that change, so it is off.";
}

const saveStoredQuery = undoKind(storedQueryRef.extend({ text: z.string() }), async (scope, value) => {
  const stored = await currentStoredQuery(scope, value.id);
  const note = queryChangedSince(stored, value.version);
  return { ready: note === notChanged, note, change: toSaveStoredQuery({ ...value, before: stored?.text ?? null }) };
});

const deleteStoredQuery = undoKind(storedQueryRef, async (scope, value) => {
  const stored = await currentStoredQuery(scope, value.id);
  const note = queryChangedSince(stored, value.version);
  return { ready: note === notChanged, note, change: toDeleteStoredQuery({ ...value, text: stored?.text ?? "{}" }) };
});

const restoreStoredQuery = undoKind(z.object({ id: z.string(), text: z.string() }), async (scope, value) => {
  const stored = await currentStoredQuery(scope, value.id);
  const note =
    stored === undefined
      ? "The stored query is still deleted."
      : "There is a stored query of this name again. Undo would overwrite it, so it is off.";
  return { ready: stored === undefined, note, change: { ...toCreateStoredQuery(value), verb: "restore" } };
});

/** The ways back of changes to stored queries. */
export const storedQueryUndoKinds: UndoKinds = {
  "save-stored-query": saveStoredQuery,
  "delete-stored-query": deleteStoredQuery,
  "restore-stored-query": restoreStoredQuery,
};
