import { getJobs } from "~/services/platform/jobs/jobs.server";
import { isOver } from "~/services/platform/jobs/states";
import type { Scope } from "~/session/scope.server";
import type { IndexDefinition } from "./index-definition";
import { pendingIndexChanges, type Missing, notIndexed } from "./pending-index-changes";
import type { RelevanceSettings } from "../settings.server";
import { wishesIn } from "../draft/pending-index-changes-of";
import { lastVersion } from "./versions.server";

/**
 * Whether an index is what its settings say. `running`: a re-index for them goes on; `behind`: it is not, and `job` is
 * the re-index that did not do it.
 */
export type IndexState =
  | { state: "good" }
  | { state: "running"; job: string }
  | { state: "behind"; missing: Missing[]; job: string | null; version: number | null };

/** Compares the settings of an index with what it is made of. Settings that nobody set say nothing of an index. */
export function indexState(
  scope: Pick<Scope, "context" | "session">,
  index: string,
  { stored, make }: { stored: RelevanceSettings; make: IndexDefinition },
): IndexState {
  const last = lastVersion(scope, index);
  const job = last?.job == null ? null : getJobs(scope.context).table.get(last.job);
  if (job && !isOver(job.state)) return { state: "running", job: job.id };
  const failed = job !== null && job.state !== "done";
  if (!failed && last?.job == null && !(stored.saved && saysMore(stored))) return { state: "good" };
  const missing = notIndexed(stored.record, make);
  // Fields that were to be changed are in no settings.
  const fields =
    failed && Object.keys(wishesIn(last?.wishes ?? {})).length > 0 && last?.recordVersion === stored.version;
  if (missing.length === 0 && !fields) return { state: "good" };
  return {
    state: "behind",
    missing: fields ? [...missing, { part: "fields", what: "the changed fields" }] : missing,
    job: failed ? job.id : null,
    version: fields ? (last?.number ?? null) : null,
  };
}

const SHOWN_ON: Readonly<Record<"languages" | "schema" | "search" | "aggs" | "results", readonly Missing["part"][]>> = {
  languages: ["language", "ngram", "autosuggest", "fields"],
  schema: ["language", "ngram", "autosuggest", "fields"],
  search: ["language", "ngram", "autosuggest", "fields"],
  // What is counted and what is shown does not ask how texts are analyzed.
  aggs: ["fields"],
  results: ["fields"],
};

/** The state of an index for a screen: good where what is lacking does not touch it. */
export function stateFor(screen: keyof typeof SHOWN_ON, state: IndexState): IndexState {
  return state.state !== "behind" || state.missing.some(({ part }) => SHOWN_ON[screen].includes(part))
    ? state
    : { state: "good" };
}

// A server fills in what it has built in, for an index of any language.
const saysMore = ({ record }: RelevanceSettings) =>
  JSON.stringify(pendingIndexChanges(record)) !== JSON.stringify(pendingIndexChanges({}));
