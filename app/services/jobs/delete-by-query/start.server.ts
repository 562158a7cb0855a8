import { stringifyJson } from "@common/json";
import type { Scope } from "~/session/scope.server";
import { addJob } from "../jobs.server";

/** More documents than this are deleted by a job: one call for them would take minutes, and nobody could stop it. */
export const JOB_FROM = 10_000;

type DeleteByQuery = {
  index: string;
  query: unknown;
  /** How many were confirmed; no more are deleted. */
  count: number;
  /** What matches, in a few words. */
  label: string;
};

/** Deletes what matches a query as a job. Returns its id; null when too many jobs wait already. Throws BackendError 507 while the console's disk is full. */
export function startDeleteByQuery(scope: Pick<Scope, "context" | "session">, { index, query, count, label }: DeleteByQuery): string | null {
  return addJob(scope, { kind: "delete-by-query", target: index, label, input: { query: stringifyJson(query), count } });
}
