import { apiPath } from "~/services/platform/http/path";
import { FailedError, defineKind } from "~/services/platform/jobs/kind.server";
import type { JobRow } from "~/services/platform/jobs/table.server";
import { copiesData, needsTarget } from "~/services/indices/reindex/plan";
import { type CopyInput, type CopyProgress, inputSchema, progressSchema, resultSchema } from "./progress.server";
import { readAliases } from "./aliases.server";
import { indexBehind, refreshAndCount } from "./server-task.server";
import { ask, cancelCopy, lookFor, settle, startAgain, watch } from "./steps.server";

const schemas = { input: inputSchema, progress: progressSchema, result: resultSchema };
const phases: Record<CopyProgress["phase"], typeof ask> = {
  ask,
  asked: ask,
  watch,
  unseen: lookFor,
  settle,
  lost: startAgain,
};

const paces: Partial<Record<CopyProgress["phase"], string>> = {
  ask: "starting",
  asked: "starting",
  unseen: "~100: the server is still working",
  settle: "putting the new index in place",
  lost: "the search server was restarted: starting again",
};

/**
 * A re-index, in place or into another index, and a clone: the server copies, the job starts it, watches it and clears
 * away after it.
 */
function copyKind({ name, label, title }: { name: string; label: string; title: (source: string) => string }) {
  return defineKind({
    ...{ name, label, right: "develop", unit: "documents", schemas },
    path: (row) => pathOf(row),
    async prepare({ http, input }: { http: () => Parameters<typeof indexBehind>[0]; input: CopyInput }) {
      const behind = await indexBehind(http(), input.source);
      if (behind === null) throw new FailedError(`There is no index called ${input.source} any more.`);
      const taken = input.target === null ? null : await indexBehind(http(), input.target);
      if (taken !== null && !needsTarget(input))
        throw new FailedError(`Index ${input.target} already exists. Choose another name.`);
      if (taken === null && needsTarget(input)) throw new FailedError(`There is no index called ${input.target}.`);
      const total = copiesData(input) ? await refreshAndCount(http(), input.source) : 0;
      const aliases = input.target === null ? await readAliases(http(), input.source) : {};
      return {
        progress: {
          phase: "ask",
          since: Date.now(),
          behind,
          aliases,
          task: null,
          made: null,
          rounds: 0,
        } satisfies CopyProgress,
        total,
      };
    },
    step: async (tools) => phases[tools.progress.phase](tools),
    cancel: cancelCopy,
    describe: ({ row, progress, result }) => ({
      title: title(row.target),
      detail: row.label,
      outcome: result !== null && result.rounds > 1 ? "started again after the search server was restarted" : undefined,
      pace: progress === null ? undefined : paces[progress.phase],
      unchanged: whatStays(row, progress),
      links: linksOf(row.label, result !== null),
    }),
  });
}

/** The index that it fills, by its label. */
const targetOf = (label: string): string | undefined => /^into (\S+)/.exec(label)?.[1];

function pathOf({ target: source, label }: JobRow): string {
  const target = targetOf(label);
  return target === undefined ? apiPath`/_reindex/${source}` : apiPath`/_reindex/${source}/${target}`;
}

/** What stays where it is cancelled or fails now. */
function whatStays({ target: source, label }: JobRow, progress: CopyProgress | null): string {
  const target = targetOf(label);
  const same = `${source} is unchanged.${target === undefined ? " What was written to it meanwhile is kept." : ""}`;
  switch (progress?.phase) {
    case undefined:
    case "ask":
      return `Nothing was copied. ${source} is unchanged.`;
    case "unseen":
      return `${same} The server shows no task that could be stopped: it may go on and ${target === undefined ? "still put the new index in place" : `fill ${target}`}.`;
    case "settle":
      return target === undefined
        ? `${same} The copy is complete: the server may already be putting it in place.`
        : `${same} ${target} is complete and stays.`;
    default:
      if (target === undefined) return `${same} The unfinished copy is removed.`;
      return progress?.made === null
        ? `${same} Documents copied before stay in ${target}, where it was there before.`
        : `${same} ${target} is removed.`;
  }
}

/** The index that was filled, which the label of the job names. */
function linksOf(label: string, done: boolean) {
  const target = targetOf(label);
  if (!done) return [];
  return target === undefined
    ? [{ label: "View index", screen: "" }]
    : [{ label: `View ${target}`, screen: "", index: target }];
}

export const reindexKind = copyKind({ name: "reindex", label: "Re-index", title: (source) => `Re-index ${source}` });
export const cloneKind = copyKind({ name: "clone", label: "Clone", title: (source) => `Clone ${source}` });
