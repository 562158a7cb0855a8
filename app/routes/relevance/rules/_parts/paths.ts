import type { Crumb } from "~/navigation/handle";
import { type LevelRef, type Query, restOf, screenPath } from "~/navigation/paths";

const SCREEN = "rules";
/** What stands for a rule that is not made yet. */
export const NEW = "new";

/** The path of a rule, or of a page under it. */
export function rulePath(at: LevelRef, id: string, page?: "review" | "delete", query: Query = {}): string {
  if (id === NEW) return screenPath(at, `${SCREEN}/new`, { query });
  return screenPath(at, SCREEN, { rest: page === undefined ? [id] : [id, page], query });
}

/** The id in the address of a page of one. */
export const ruleIdOf = (pathname: string): string => restOf(pathname);

/** Breadcrumbs of a page under one. */
export const ruleCrumbs =
  (label?: string) =>
  ({ pathname, at }: { pathname: string; at: LevelRef }): Crumb[] => {
    const id = ruleIdOf(pathname);
    return label === undefined ? [{ label: id }] : [{ label: id, to: rulePath(at, id) }, { label }];
  };

/** Title of a page of rules. */
export const ruleTitle = (...parts: string[]) => [...parts, "Rules", "Cluster"].join(" · ");
