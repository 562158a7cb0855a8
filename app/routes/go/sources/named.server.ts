import { ranked } from "~/lib/values/rank";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { listUsers } from "~/services/access-control/users/read.server";
import { listRules } from "~/services/search-relevance/rules/read.server";
import { mayOpen, type Scope } from "~/session/scope.server";
import type { PaletteSource } from "../palette";

const MOST = 5;

/** What a person gave a name to. `read` asks the server, for whoever may open the screen. */
function namedSource({
  id,
  label,
  screen,
  read,
}: {
  id: string;
  label: string;
  screen: string;
  read: (scope: Scope) => Promise<{ title: string; note: string; to: string }[]>;
}): PaletteSource {
  return {
    id,
    label,
    find: async ({ scope, typed }) => {
      if (typed === "" || !mayOpen(scope, screen)) return [];
      const found = ranked(await read(scope), { typed, textsOf: ({ title }) => [title], most: MOST });
      return found.map(({ item, rank }) => ({ ...item, rank }));
    },
  };
}

export const ruleSource = namedSource({
  id: "rules",
  label: "Rules",
  screen: "rules",
  read: async (scope) => {
    const at = scope.level === "app" ? appLevel(scope.app) : clusterLevel;
    return (await listRules(scope)).map(({ id, content: { name, enabled } }) => ({
      title: name === "" ? id : name,
      note: enabled ? "Rule" : "Rule, off",
      to: screenPath(at, "rules", { rest: [id] }),
    }));
  },
});

export const userSource = namedSource({
  id: "users",
  label: "Users",
  screen: "user-management",
  read: async (scope) =>
    (await listUsers(scope)).map(({ username }) => ({
      title: username,
      note: "User",
      to: screenPath(clusterLevel, "user-management", { rest: [username] }),
    })),
});
