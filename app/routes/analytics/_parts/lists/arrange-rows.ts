import { rankOf } from "~/lib/values/rank";
import type { RowsState } from "../analytics-address";
import type { AnalyticsRow } from "./list-kind";

const BY_NAME = new Intl.Collator("en", { numeric: true });
const number = (value: number | null) => value ?? -1;

/** Against the period before, in percent: infinite where there was nothing, null where nothing is known. */
export function changeOf({ count, before }: Pick<AnalyticsRow, "count" | "before">): number | null {
  if (before === null) return null;
  return before === 0 ? Number.POSITIVE_INFINITY : ((count - before) / before) * 100;
}

const orders: Record<RowsState["sort"]["by"], (a: AnalyticsRow, b: AnalyticsRow) => number> = {
  count: (a, b) => a.count - b.count,
  name: (a, b) => BY_NAME.compare(a.title ?? a.name, b.title ?? b.name),
  clicks: (a, b) => number(a.clicks) - number(b.clicks),
  rate: (a, b) => number(a.rate) - number(b.rate),
  position: (a, b) => number(a.position) - number(b.position),
  conversion: (a, b) => number(a.conversion) - number(b.conversion),
  at: (a, b) => Date.parse(a.at ?? "") - Date.parse(b.at ?? "") || 0,
  change: (a, b) => compareChange(changeOf(a) ?? -101, changeOf(b) ?? -101),
};

// Two that are new differ by nothing; the difference of their changes would be no number.
const compareChange = (a: number, b: number) => (a === b ? 0 : a - b);

type Order = Pick<RowsState, "q" | "sort" | "only">;

/** True where the rows come in the order that the server gives them: by count, or the latest first. */
export const isAsGiven = ({ q, sort, only }: Order, given: "count" | "at") =>
  q === "" && only === "" && sort.by === given && sort.order === "desc";

function textOf({ group, name, title }: AnalyticsRow) {
  const text = title === null ? name : `${title} ${name}`;
  return group === null ? text : `${group}: ${text}`;
}

/** Rows in the order of an address, those that match what is sought. */
export function arranged(rows: readonly AnalyticsRow[], state: Order, given: "count" | "at"): AnalyticsRow[] {
  if (isAsGiven(state, given)) return [...rows];
  const found = state.q === "" ? [...rows] : rows.filter((row) => rankOf(textOf(row), state.q) !== undefined);
  return sorted(found, state.sort);
}

/** Rows in an order, among equals by their names. */
export function sorted(rows: readonly AnalyticsRow[], { by, order }: RowsState["sort"]): AnalyticsRow[] {
  const direction = order === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => direction * orders[by](a, b) || orders.name(a, b));
}
