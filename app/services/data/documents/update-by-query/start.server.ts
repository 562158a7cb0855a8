import { type JsonObject, stringifyJson } from "@common/text/json";
import { editLabel, type FieldEdit } from "~/lib/data/documents/field-edits";
import { countOf } from "~/lib/values/numbers";
import { toUpdateMany } from "~/services/data/documents/update-many.server";
import type { Scope } from "~/session/scope.server";
import { startAsChange } from "~/services/platform/jobs/as-change.server";
import { addJob } from "~/services/platform/jobs/jobs.server";

type UpdateByQuery = {
  index: string;
  query: JsonObject;
  edit: FieldEdit;
  /** How many were confirmed; no more are edited. */
  count: number;
  /** What matches, in a few words. */
  words: readonly string[];
};

/**
 * Edits a field of what matches a query as a job. Returns its id; null when too many jobs wait already. Throws
 * BackendError, 507 while the console's disk is full.
 */
export async function startUpdateByQuery(
  scope: Scope,
  { index, query, edit, count, words }: UpdateByQuery,
): Promise<string | null> {
  const { summary: _summary, ...declared } = toUpdateMany({ index, edit, writes: [] });
  const label = [editLabel(edit), ...words].join(" · ");
  return startAsChange(scope, {
    declared: { ...declared, summary: () => `${countOf(count, "document")}: ${label}` },
    start: async () =>
      addJob(scope, {
        kind: "update-by-query",
        target: index,
        label,
        input: { query: stringifyJson(query), count, edit },
      }),
  });
}
