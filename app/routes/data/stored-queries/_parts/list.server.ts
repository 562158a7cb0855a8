import { byNumber, byText, listOf } from "~/lib/values/list-of";
import { curlOf, requestText } from "~/services/platform/changes/shown.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { settle } from "~/services/platform/http/settle.server";
import { listStoredQueries, readUsage } from "~/services/data/stored-queries/read.server";
import { executeRequest } from "~/services/data/stored-queries/request.server";
import type { Scope } from "~/session/scope.server";
import type { QueryListState } from "./addresses";

/** A page of the stored queries that match; null where the server has none at all. Throws BackendError. */
export async function loadQueries(scope: Scope, state: QueryListState) {
  const [all, usage] = await Promise.all([whereOffered(listStoredQueries(scope)), settle(readUsage(scope))]);
  if (all === null) return null;
  const rows = all.map((one) => ({ ...one, used: usage.ok ? (usage.value[one.id] ?? 0) : null }));
  const list = listOf(rows, state, {
    text: ({ id, index, description }) => [id, index, description],
    orders: {
      name: byText(({ id }) => id),
      index: byText(({ index }) => index),
      used: byNumber(({ used }) => used),
      updated: byNumber(({ updatedAt, createdAt }) => updatedAt ?? createdAt),
    },
  });
  // Without its text, which is long; with the command that runs it with its own parameters.
  const shown = list.rows.map(({ query: _query, params, ...row }) => {
    const { type, ...run } = requestText(executeRequest(row.id, params));
    return { ...row, curl: curlOf({ session: scope.session, shown: run, type }) };
  });
  return { ...list, rows: shown, usageMissing: !usage.ok };
}

/** A stored query as a row. `used` is null where the server does not tell. */
export type QueryRow = NonNullable<Awaited<ReturnType<typeof loadQueries>>>["rows"][number];
