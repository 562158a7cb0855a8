import type { LevelRef, Query } from "~/navigation/paths";
import { thing } from "~/navigation/thing";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What a page's loader tells of the name of its rule: in `page`, in the fields of its form, or in `review`. */
function nameIn(data: unknown): string | undefined {
  const { page, review } = isRecord(data) ? data : {};
  const values = isRecord(page) ? page["values"] : undefined;
  for (const part of [values, page, review])
    if (isRecord(part) && typeof part["name"] === "string" && part["name"] !== "") return part["name"];
  return undefined;
}

/** What the server does with searches that match a condition. */
export const rules = thing({
  screen: "rules",
  noun: "rule",
  plural: "rules",
  title: "Rules",
  pages: ["new", "review", "delete"],
  nameIn,
});

/** What stands for a rule that is not made yet. */
export const NEW = "new";

/** The path of a rule, or of a page under it. */
export const rulePath = (at: LevelRef, id: string, page?: "review" | "delete", query: Query = {}): string =>
  id === NEW ? rules.path(at, { page: "new", query }) : rules.path(at, { id, ...(page && { page }), query });
