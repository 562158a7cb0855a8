import { curlOf, requestText } from "~/services/changes/shown.server";
import { settle } from "~/services/http/settle.server";
import { isNotOffered } from "~/services/http/not-offered.server";
import { listStoredQueries, readUsage, type StoredQuery } from "~/services/stored-queries/read.server";
import { executeRequest } from "~/services/stored-queries/run.server";
import { BackendError } from "~/services/http/errors.server";
import { pageOf } from "~/lib/address";
import type { Scope } from "~/session/scope.server";
import type { QueryListState } from "./addresses";

/** A stored query as a row: without its text. `used` is null where the server does not tell. */
export type QueryRow = Pick<StoredQuery, "id" | "index" | "description" | "createdAt" | "updatedAt"> & { used: number | null; curl: string };

const BY_NAME = new Intl.Collator("en", { numeric: true });

const orders: Record<QueryListState["sort"]["by"], (a: QueryRow, b: QueryRow) => number> = {
  name: (a, b) => BY_NAME.compare(a.id, b.id),
  index: (a, b) => BY_NAME.compare(a.index, b.index),
  used: (a, b) => (a.used ?? 0) - (b.used ?? 0),
  updated: (a, b) => (a.updatedAt ?? a.createdAt ?? 0) - (b.updatedAt ?? b.createdAt ?? 0),
};

/** A page of the stored queries that match; null where the server has none at all. Throws BackendError. */
export async function loadQueries(scope: Scope, state: QueryListState) {
  const [listed, usage] = await Promise.all([settle(listStoredQueries(scope)), settle(readUsage(scope))]);
  if (!listed.ok) {
    if (isNotOffered(listed.failure)) return null;
    throw new BackendError({ failure: listed.failure });
  }
  const sought = state.q.toLowerCase();
  const matching = listed.value.filter(({ id, index, description }) => `${id}\n${index}\n${description}`.toLowerCase().includes(sought));
  const rows = matching.map((one): QueryRow => {
    const { id, index, description, createdAt, updatedAt } = one;
    return { id, index, description, createdAt, updatedAt, used: usage.ok ? (usage.value[id] ?? 0) : null, curl: curlOfRun(scope, one) };
  });
  const direction = state.sort.order === "asc" ? 1 : -1;
  const compare = orders[state.sort.by];
  const sorted = rows.sort((a, b) => direction * compare(a, b) || orders.name(a, b));
  return { ...pageOf(sorted, state), all: listed.value.length, usageMissing: !usage.ok };
}

/** The command that runs one with its own parameters. */
export function curlOfRun({ session }: Pick<Scope, "session">, { id, params }: Pick<StoredQuery, "id" | "params">): string {
  const { type, ...shown } = requestText(executeRequest(id, params));
  return curlOf({ session, shown, type });
}
