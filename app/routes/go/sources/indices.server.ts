import { ranked } from "~/lib/values/rank";
import { appLevel, screenPath } from "~/navigation/paths";
import { byUse } from "~/services/indices/by-use.server";
import { listKnownIndices } from "~/services/indices/list.server";
import type { PaletteSource } from "../palette";

const MOST = 8;

/** The indices that the user may see: the one that he is in, then as they are used. */
export const indexSource: PaletteSource = {
  id: "indices",
  label: "Indices",
  find: async ({ scope, typed }) => {
    if (!scope.can("overview")) return [];
    const names = (await byUse(scope, await listKnownIndices(scope))).map(({ name }) => name);
    const first = names.filter((name) => name === scope.app);
    const found = ranked([...new Set([...first, ...names])], { typed, textsOf: (name) => [name], most: MOST });
    return found.map(({ item: name, rank }) => ({
      title: name,
      note: name === scope.app ? "This index" : "Index",
      to: screenPath(appLevel(name)),
      rank,
    }));
  },
};
