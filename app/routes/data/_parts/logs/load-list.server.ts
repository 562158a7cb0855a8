import { rangeOf } from "~/lib/address/range-of";
import { DEEPEST, listLogs, type LogQuery } from "~/services/data/logs/list.server";
import type { Scope } from "~/session/scope.server";
import { logList, type LogFiguresState, type LogListState } from "./logs-address";

type Asked = LogFiguresState & Partial<Pick<LogListState, "order" | "least" | "most">>;

/** What an address asks the log for, with its range on the reader's clock. */
export function queryOf(
  scope: Scope,
  { range: chosen, order = "", least = null, most = null, ...filters }: Asked,
  now = Date.now(),
) {
  const range = rangeOf(chosen, { zone: scope.preferences.zone, now });
  const { kind, text, user, status, address, route, reason } = filters;
  const by = filters.by === "all" ? "" : filters.by;
  return {
    range,
    query: { kind, text, user, status, address, route, reason, by, order, least, most, range } satisfies LogQuery,
  };
}

/** How far around its old row a record is looked for: newer ones have come in since. */
const AROUND = { before: 2, after: 40 };

export type Near = {
  row: number;
  total: number;
  previous: { id: string; row: number } | null;
  next: { id: string; row: number } | null;
};

/**
 * A record's place in the list that it was opened from, and its neighbours there; null where it is not in it any more.
 */
export async function nearLog(
  scope: Scope,
  { list, row, id }: { list: string; row: number; id: string },
): Promise<Near | null> {
  const { query } = queryOf(scope, logList.at(list).state);
  const from = Math.max(0, row - AROUND.before);
  const size = Math.min(AROUND.before + AROUND.after, DEEPEST - from);
  if (size <= 0) return null;
  const { rows, total } = await listLogs(scope, { query, from, size });
  const at = rows.findIndex((one) => one.id === id);
  if (at < 0) return null;
  const neighbour = (place: number) => {
    const one = rows[place];
    return one === undefined ? null : { id: one.id, row: from + place };
  };
  return { row: from + at, total, previous: neighbour(at - 1), next: neighbour(at + 1) };
}
