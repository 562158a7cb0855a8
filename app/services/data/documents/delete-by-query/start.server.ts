import { type JsonObject, stringifyJson } from "@common/text/json";
import { countOf } from "~/lib/values/numbers";
import type { Scope } from "~/session/scope.server";
import { toDeleteByQuery } from "~/services/data/documents/write.server";
import { startAsChange } from "~/services/platform/jobs/as-change.server";
import { addJob } from "~/services/platform/jobs/jobs.server";

/** More documents than this are deleted by a job: one call for them would take minutes, and nobody could stop it. */
export const JOB_FROM = 10_000;

type DeleteByQuery = {
  index: string;
  query: JsonObject;
  /** How many were confirmed; no more are deleted. */
  count: number;
  /** What matches, in a few words. */
  label: string;
};

/**
 * Deletes what matches a query as a job. Returns its id; null when too many jobs wait already. Throws BackendError, 507
 * while the console's disk is full.
 */
export async function startDeleteByQuery(
  scope: Scope,
  { index, query, count, label }: DeleteByQuery,
): Promise<string | null> {
  const { summary: _summary, ...declared } = toDeleteByQuery({ index, query });
  return startAsChange(scope, {
    declared: { ...declared, summary: () => countOf(count, "document") },
    start: async () =>
      addJob(scope, { kind: "delete-by-query", target: index, label, input: { query: stringifyJson(query), count } }),
  });
}
