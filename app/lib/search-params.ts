/** Changes to the parameters of a page: undefined, null and "" take one away, a list repeats it. */
export type ParamChange = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** The query string of a page with changes applied, always starting with `?`, so that it is a link to the same page. */
export function withParams(current: URLSearchParams, change: ParamChange) {
  const next = new URLSearchParams(current);
  next.delete("_routes");
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    if (value === null || value === undefined || value === "") continue;
    for (const part of Array.isArray(value) ? value : [value]) next.append(name, String(part));
  }
  return `?${next.toString()}`;
}

export type ListParams<Sort extends string = string> = {
  /** From 1. */
  page: number;
  size: number;
  sort: Sort;
  order: "asc" | "desc";
  /** The filter text, trimmed. */
  q: string;
};

export type ListDefaults<Sort extends string> = {
  sorts: readonly Sort[];
  sort: Sort;
  order?: "asc" | "desc";
  sizes?: readonly number[];
  size?: number;
};

export const pageSizes = [10, 25, 50, 100] as const;

/** A whole number of a parameter within bounds; anything else (`-1`, `abc`, `1e9`) falls back. */
export function wholeNumber(text: string | null, { from = 1, to = 1_000_000, fallback }: { from?: number; to?: number; fallback: number }) {
  if (text === null || !/^\d{1,9}$/.test(text)) return fallback;
  const value = Number(text);
  return value >= from && value <= to ? value : fallback;
}

/** Page, size, sort and filter text of a list, out of its URL. Unknown and bad values fall back to the defaults. */
export function readListParams<Sort extends string>(params: URLSearchParams, defaults: ListDefaults<Sort>): ListParams<Sort> {
  const sizes = defaults.sizes ?? pageSizes;
  const size = wholeNumber(params.get("size"), { fallback: defaults.size ?? 25 });
  const order = params.get("order");
  return {
    page: wholeNumber(params.get("page"), { fallback: 1 }),
    size: sizes.includes(size) ? size : (defaults.size ?? 25),
    sort: defaults.sorts.find((name) => name === params.get("sort")) ?? defaults.sort,
    order: order === "asc" || order === "desc" ? order : (defaults.order ?? "asc"),
    q: (params.get("q") ?? "").trim().slice(0, 500),
  };
}

/** One page of a list that is already in memory; a page beyond the end is the last one. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: { page: number; size: number }) {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(page, pages);
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages, total: rows.length };
}
