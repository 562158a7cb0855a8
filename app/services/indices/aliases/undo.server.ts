import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { membersNow, sameMembers, toSetAlias } from "./manage.server";

const members = z.record(
  z.string(),
  z.custom<JsonObject>((value) => isJsonObject(value)),
);

const setAlias = undoKind(
  z.object({ alias: z.string(), before: members, after: members, index: z.string().nullable() }),
  async (scope, value) => {
    const { alias, before, after, index } = value;
    const indices = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const ready = sameMembers(await membersNow({ http: scope.http, alias, indices }), after);
    const note = ready
      ? notChanged
      : "The alias has been changed since. Undo would overwrite that change, so it is off.";
    return {
      ready,
      note,
      change: toSetAlias({ alias, before: after, after: before, verb: "restore", index: index ?? undefined }),
    };
  },
);

/** The way back of a change of an alias. */
export const aliasUndoKinds: UndoKinds = {
  "set-alias": setAlias,
};
