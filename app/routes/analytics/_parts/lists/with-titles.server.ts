import { documentTitles } from "~/services/analytics/document-titles.server";
import type { Scope } from "~/session/scope.server";
import type { AnalyticsRow, ListName } from "./list-kind";

/** The id of a document, out of its row's, where its index stands behind it. */
export const documentId = ({ id }: Pick<AnalyticsRow, "id">) => id.slice(0, id.lastIndexOf("\n"));

/** Rows of documents with what readers call them; all others as they are. */
export async function withTitles<Row extends Pick<AnalyticsRow, "id" | "title" | "index">>(
  scope: Scope,
  { list, rows }: { list: ListName; rows: readonly Row[] },
): Promise<Row[]> {
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
