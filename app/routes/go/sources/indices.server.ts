import { ranked } from "~/lib/values/rank";
import { appLevel, screenPath } from "~/navigation/paths";
import { listIndexNames } from "~/services/indices/list.server";
import type { PaletteSource } from "../palette";

const MOST = 8;

/** The indices that the user may see: the one that he is in, then those opened last, then by name. */
export const indexSource: PaletteSource = {
  id: "indices",
  label: "Indices",
  find: async ({ scope, typed }) => {
    if (!scope.can("overview")) return [];
    const names = await listIndexNames(scope);
    const known = new Set(names);
    const first = [...(scope.level === "app" ? [scope.app] : []), ...scope.preferences.recent].filter((name) =>
      known.has(name),
    );
    const found = ranked([...new Set([...first, ...names])], { typed, textsOf: (name) => [name], most: MOST });
    return found.map(({ item: name, rank }) => ({
      title: name,
      note: name === scope.app ? "This index" : "Index",
      to: screenPath(appLevel(name)),
      rank,
    }));
  },
};
