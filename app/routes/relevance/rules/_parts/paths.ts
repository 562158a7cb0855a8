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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What a page's loader tells of the name of its rule: in `page`, in the fields of its form, or in `review`. */
function nameIn(data: unknown): string | undefined {
  const { page, review } = isRecord(data) ? data : {};
  const values = isRecord(page) ? page["values"] : undefined;
  for (const part of [values, page, review]) if (isRecord(part) && typeof part["name"] === "string" && part["name"] !== "") return part["name"];
  return undefined;
}

/** Breadcrumbs of a page under one: its name, its id where the page does not know it. */
export const ruleCrumbs =
  (label?: string) =>
  ({ pathname, at, data }: { pathname: string; at: LevelRef; data: unknown }): Crumb[] => {
    const id = ruleIdOf(pathname);
    const name = nameIn(data) ?? id;
    return label === undefined ? [{ label: name }] : [{ label: name, to: rulePath(at, id) }, { label }];
  };

/** Title of a page of rules. */
export const ruleTitle = (...parts: string[]) => [...parts, "Rules", "Cluster"].join(" · ");
