import { formatNumber } from "../values/numbers";
import type { Remark } from "./param";

/** One page of a list that is in memory. A page beyond the end is the last one, and a remark says so. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: { page: number; size: number }) {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(page, pages);
  const remarks: Remark[] =
    page > pages
      ? [
          {
            name: "page",
            text: `Page ${formatNumber(page)} does not exist. Showing page ${formatNumber(pages)}, the last one.`,
          },
        ]
      : [];
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages, total: rows.length, remarks };
}
