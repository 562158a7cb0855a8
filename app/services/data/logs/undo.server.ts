import * as z from "zod";
import { countOf } from "~/lib/values/numbers";
import { type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { getRetention, limitsSchema, removedBy, toSetRetention } from "./retention.server";

const setLogRetention = undoKind(
  z.object({ limits: limitsSchema, set: limitsSchema }),
  async (scope, { limits, set }) => {
    const now = await getRetention(scope);
    const isSame = now !== null && (["days", "records", "bytes"] as const).every((name) => now[name] === set[name]);
    const after = isSame ? await getRetention(scope, limits) : null;
    const removed = after && now && removedBy(after, now);
    const note = removed
      ? `Not changed since. The undo removes ${countOf(removed.records, "request")} that the limits of before do not keep.`
      : "Not changed since. Requests that were removed meanwhile do not come back.";
    return {
      ready: isSame,
      note: isSame ? note : "The retention has been changed since, so undo is off.",
      change: toSetRetention({ limits, before: set }),
    };
  },
);

/** The way back of a change of the log's retention. */
export const logUndoKinds: UndoKinds = {
  "set-log-retention": setLogRetention,
};
