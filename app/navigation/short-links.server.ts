import type { Scope } from "~/session/scope.server";
import { clusterLevel, type Query, screenPath } from "./paths";
import { actionsOpening } from "./sections";
import { hasScreen } from "./visible.server";

/** Screens that servers call otherwise. */
const renamed: Record<string, string> = { "query-suggestions": "suggestions" };

/**
 * The screen that a server means by a short link, `app/:index/synonyms` or `cluster/rules`, at the level of the page;
 * undefined where this console has it not, or the reader may not open it. At cluster level a screen of one index asks
 * for the index first.
 */
export function shortLink(
  scope: Pick<Scope, "can"> & Parameters<typeof screenPath>[0],
  { link, query = {} }: { link: string; query?: Query },
): string | undefined {
  const found = /^\/?(?:(cluster)|app\/[^/]+)\/([\w-]+)\/?$/.exec(link);
  if (!found) return undefined;
  const name = found[2] ?? "";
  const screen = renamed[name] ?? name;
  const wanted = actionsOpening(screen);
  if (!hasScreen(screen) || (wanted !== null && !wanted.some((action) => scope.can(action)))) return undefined;
  return screenPath(found[1] === "cluster" ? clusterLevel : scope, screen, { query });
}
