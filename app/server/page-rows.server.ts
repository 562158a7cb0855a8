import type { AppLoadContext } from "@remix-run/node";
import type { PageRows } from "~/lib/values/page-rows";
import type { PanelData } from "~/services/platform/http/settle.server";

/** What is written into a page's data is what an object has of its own: the count, not the list. */
class RowsInPage<Row> {
  readonly count: number;
  readonly #list: readonly Row[];
  constructor(list: readonly Row[]) {
    this.count = list.length;
    this.#list = list;
  }
  get list(): readonly Row[] {
    return this.#list;
  }
}

/**
 * The rows of a list for a screen that shows them by `DataTable` and needs them for nothing else: in a page that is
 * loaded they are in its text alone. A panel that comes later brings them in its data.
 */
export function rowsOnce<Row, Table extends { rows: readonly Row[] }>(
  of: PanelData<Table & { rows: readonly Row[] }>,
  { isPage = false }: Pick<AppLoadContext, "isPage">,
): PanelData<Omit<Table, "rows"> & { rows: PageRows<Row> }> {
  if (!isPage || "later" in of || !of.ok) return of;
  return { ok: true, value: { ...of.value, rows: new RowsInPage(of.value.rows) } };
}
