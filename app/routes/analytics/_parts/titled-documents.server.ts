import { documentTitles } from "~/services/analytics/document-titles.server";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Scope } from "~/session/scope.server";

type Document = { key: string; count: number; index?: string | null | undefined };

/** Documents that searches showed, with what readers call them (`label`) where that is known. */
export async function titledDocuments<Row extends Document>(
  scope: Scope,
  rows: readonly Row[],
): Promise<(Row & { label: string | undefined })[]> {
  const seen = rows.map(({ key, index }) => ({ id: key, index: scope.app ?? index ?? null }));
  const titleOf = await documentTitles(scope, seen);
  return rows.map((row, at) => {
    const document = seen[at];
    return { ...row, label: document && titleOf(document) };
  });
}

/** The same as rows of a short list: what they are called, and where they lead. */
export async function topDocuments(scope: Scope, rows: readonly Document[]) {
  const titled = await titledDocuments(scope, rows);
  return titled.map(({ key, count, index, label }) => {
    const at = scope.app ?? index ?? undefined;
    const to = at === undefined ? undefined : screenPath(appLevel(at), "browse", { rest: [key] });
    return { key, count, label, to };
  });
}
