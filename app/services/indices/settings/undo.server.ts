import * as z from "zod";
import { settingChanges } from "~/lib/indices/index-settings";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { getSettings } from "./get.server";
import { staticNames, toSaveSettings } from "./save.server";

const settingValues = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]));

const saveSettings = undoKind(
  z.object({ index: z.string(), before: settingValues, after: settingValues }),
  async (scope, { index, before, after }) => {
    const { set } = await getSettings(scope, index);
    const now = Object.fromEntries(Object.keys(after).map((name) => [name, set[name] ?? null]));
    const since = Object.keys(settingChanges(after, now));
    const closing = staticNames(before);
    const note =
      since.length > 0
        ? `Changed since: ${since.join(", ")}. Undo would overwrite that, so it is off.`
        : closing.length > 0
          ? `${notChanged} ${index} is closed while ${closing.join(", ")} ${closing.length === 1 ? "is" : "are"} saved, and opened again.`
          : notChanged;
    return { ready: since.length === 0, note, change: toSaveSettings({ index, changes: before, before: after }) };
  },
);

/** The way back of a change of index settings. */
export const settingUndoKinds: UndoKinds = {
  "save-settings": saveSettings,
};
