import * as z from "zod";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { getIndex } from "./get.server";
import { toDeleteIndex, toSetIndexOpen } from "./manage.server";

const setIndexOpen = undoKind(z.object({ name: z.string(), open: z.boolean() }), async (scope, value) => {
  const row = await getIndex(scope, value.name);
  const note =
    row === undefined
      ? "The index has been deleted since."
      : row.open === value.open
        ? `The index is ${value.open ? "open" : "closed"} already.`
        : notChanged;
  return { ready: note === notChanged, note, change: toSetIndexOpen(value) };
});

const deleteEmptyIndex = undoKind(z.object({ name: z.string() }), async (scope, { name }) => {
  const row = await getIndex(scope, name);
  const note =
    row === undefined
      ? "The index has been deleted already."
      : row.documents === 0
        ? "The index is still empty."
        : "The index has documents now. Undo would delete them, so it is off; the index can be deleted from its own page.";
  return {
    ready: row?.documents === 0,
    note,
    change: toDeleteIndex({ name, index: row?.index ?? name, documents: 0 }),
  };
});

/** The ways back of what is done to a whole index. */
export const indexUndoKinds: UndoKinds = {
  "set-index-open": setIndexOpen,
  "delete-empty-index": deleteEmptyIndex,
};
