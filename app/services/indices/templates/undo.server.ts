import * as z from "zod";
import { storedKinds } from "~/lib/indices/template-match";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { toCreateTemplate, toDeleteTemplate, toSaveTemplate } from "./manage.server";
import { getTemplate, templateText } from "./read.server";

const setTemplate = undoKind(
  z.object({ kind: z.enum(storedKinds), name: z.string(), before: z.string().nullable(), version: z.string() }),
  async (scope, { kind, name, before, version: after }) => {
    const ref = { kind, name };
    const found = await getTemplate(scope, ref);
    const stored = found && templateText(found);
    const ready = (stored?.version ?? "") === after;
    const note = ready
      ? notChanged
      : "The template has been changed since. Undo would overwrite that change, so it is off.";
    const now = { text: stored?.text ?? "{}", version: stored?.version ?? "" };
    if (before === null) return { ready, note, change: toDeleteTemplate(ref, now) };
    const restoring =
      stored === undefined
        ? toCreateTemplate(ref, before)
        : toSaveTemplate(ref, { text: before, before: now.text, version: now.version });
    return { ready, note, change: { ...restoring, verb: "restore" } };
  },
);

/** The way back of a change of a template. */
export const templateUndoKinds: UndoKinds = {
  "set-template": setTemplate,
};
