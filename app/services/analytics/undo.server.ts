import * as z from "zod";
import {
  getInsights,
  insightLists,
  insightMonth,
  insightMoves,
  toMoveInsight,
} from "~/services/analytics/insights.server";
import { notChanged, type UndoKinds, undoKind } from "../platform/changes/undo-kind.server";

const value = z.object({
  id: z.string(),
  title: z.string(),
  index: z.string().nullable(),
  month: z.string(),
  to: z.enum(insightMoves),
  set: z.enum(insightMoves),
});

/** The way back of a moved or deleted insight, for as long as its month is the one that servers tell about. */
const moveInsight = undoKind(value, async (scope, { set, ...moved }) => {
  const lists = await getInsights(scope, moved.index);
  const list = lists && insightLists.find((name) => lists[name].some(({ id }) => id === moved.id));
  const isOld = insightMonth().from !== moved.month;
  const ready = !isOld && lists !== null && (list ?? "deleted") === set;
  const note = isOld
    ? "A new month has its own insights, so there is nothing to undo."
    : ready
      ? set === "deleted"
        ? `The insight is still deleted. It comes back under ${moved.to === "saved" ? "Saved" : "Read"}.`
        : notChanged
      : "The insight has been moved since, so undo is off.";
  return { ready, note, change: toMoveInsight({ ...moved, from: set === "deleted" ? "deleted" : set }) };
});

export const analyticsUndoKinds: UndoKinds = { "move-insight": moveInsight };
