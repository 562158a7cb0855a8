import { shownField } from "~/lib/data/documents/shown-field";
import { filterValues } from "~/services/analytics/filter-values.server";
import type { Scope } from "~/session/scope.server";

type Filter = { key: string; value?: string | undefined; count: number };

/** The first filters with their values, these as the index has them: servers record them in small letters. */
export async function topFilters(scope: Scope, rows: readonly Filter[]) {
  const filters = rows.map(({ key, value = "" }) => ({ field: key, value }));
  const valueOf = scope.level === "app" ? await filterValues(scope, { index: scope.app, filters }) : () => undefined;
  return rows.map(({ key, value = "", count }) => ({
    key: `${shownField(key)}: ${valueOf({ field: key, value }) ?? value}`,
    count,
  }));
}
