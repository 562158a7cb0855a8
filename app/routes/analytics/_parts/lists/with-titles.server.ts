import { documentTitles } from "~/services/analytics/document-titles.server";
import { filterValues } from "~/services/analytics/filter-values.server";
import type { Scope } from "~/session/scope.server";
import type { AnalyticsRow, ListName } from "./list-kind";

/** The id of a document, out of its row's, where its index stands behind it. */
export const documentId = ({ id }: Pick<AnalyticsRow, "id">) => id.slice(0, id.lastIndexOf("\n"));

type Titled = Pick<AnalyticsRow, "id" | "name" | "title" | "group" | "index">;

/** Rows of documents with what readers call them, values of filters as the index has them; all others as they are. */
export async function withTitles<Row extends Titled>(
  scope: Scope,
  { list, rows }: { list: ListName; rows: readonly Row[] },
): Promise<Row[]> {
  if (list === "popularFilters" && scope.level === "app") return withValues(scope, { index: scope.app, rows });
  if (list !== "popularResults" && list !== "recentResults") return [...rows];
  const untitled = rows.filter(({ title }) => title === null);
  const titleOf = await documentTitles(
    scope,
    untitled.map((row) => ({ id: documentId(row), index: row.index })),
  );
  return rows.map((row) => ({
    ...row,
    title: row.title ?? titleOf({ id: documentId(row), index: row.index }) ?? null,
  }));
}

async function withValues<Row extends Titled>(
  scope: Scope,
  { index, rows }: { index: string; rows: readonly Row[] },
): Promise<Row[]> {
  const filters = rows.flatMap(({ group, name }) => (group === null ? [] : [{ field: group, value: name }]));
  const valueOf = await filterValues(scope, { index, filters });
  return rows.map((row) =>
    row.group === null ? row : { ...row, title: valueOf({ field: row.group, value: row.name }) ?? null },
  );
}
